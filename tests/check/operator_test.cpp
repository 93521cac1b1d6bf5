// Operators: histories that no order of updates explains are refused, and faults made on purpose are seen.
#include "check/operator_test.hpp"

#include <gtest/gtest.h>

#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

CheckContext context() { return {testing::runtime(), testing::watchdog(), testing::waiting_is_slow()}; }

WordHistory history(double initial, double final, std::vector<std::vector<double>> sent,
                    std::vector<std::vector<double>> fetched, bool all_fetched = true) {
  WordHistory made;
  made.initial = initial;
  made.final = final;
  made.sent = std::move(sent);
  made.fetched = std::move(fetched);
  made.all_fetched = all_fetched;
  return made;
}

TEST(Contradiction, OfSums) {
  EXPECT_EQ(contradiction(Operator::sum, history(5, 8, {{1, 1}, {1}}, {{5, 7}, {6}})), "");
  EXPECT_NE(contradiction(Operator::sum, history(5, 7, {{1, 1}, {1}}, {{5, 7}, {6}})), "") << "one is lost";
  EXPECT_NE(contradiction(Operator::sum, history(5, 8, {{1, 1}, {1}}, {{5, 6}, {6}})), "") << "one is seen twice";
  EXPECT_EQ(contradiction(Operator::sum, history(5, 8, {{1, 1}, {1}}, {{7}, {}}, false)), "");
  EXPECT_NE(contradiction(Operator::sum, history(5, 8, {{1, 1}, {1}}, {{7.5}, {}}, false)), "");
  WordHistory read = history(5, 8, {{1, 1}, {1}}, {{5, 7}, {6}});
  read.read = {5, 8, 6};
  EXPECT_EQ(contradiction(Operator::sum, read), "");
  read.read = {9};
  EXPECT_NE(contradiction(Operator::sum, read), "");
}

TEST(Contradiction, OfReplacements) {
  EXPECT_EQ(contradiction(Operator::replace, history(1, 30, {{10, 20}, {30}}, {{1, 10}, {20}})), "");
  EXPECT_NE(contradiction(Operator::replace, history(1, 10, {{10, 20}, {30}}, {{1, 30}, {20}})), "") << "not the last";
  EXPECT_NE(contradiction(Operator::replace, history(1, 30, {{10, 20}, {30}}, {{1, 1}, {20}})), "") << "seen twice";
  EXPECT_NE(contradiction(Operator::replace, history(1, 30, {{10, 20}, {30}}, {{1, 10}, {25}})), "") << "torn";
  EXPECT_NE(contradiction(Operator::replace, history(1, 40, {{10, 20}, {30}}, {}, false)), "");
}

TEST(Contradiction, OfExtremes) {
  EXPECT_EQ(contradiction(Operator::max, history(1, 30, {{10, 20}, {30}}, {{1, 10}, {20}})), "");
  EXPECT_NE(contradiction(Operator::max, history(1, 20, {{10, 20}, {30}}, {{1, 10}, {20}})), "");
  EXPECT_NE(contradiction(Operator::max, history(1, 30, {{10, 20}, {30}}, {{1, 1}, {20}})), "") << "after 10 was sent";
  EXPECT_EQ(contradiction(Operator::min, history(9, 3, {{7, 3}, {5}}, {{9, 5}, {7}})), "");
  EXPECT_NE(contradiction(Operator::min, history(9, 5, {{7, 3}, {5}}, {{9, 5}, {7}})), "");
  EXPECT_NE(contradiction(Operator::min, history(9, 3, {{7, 3}, {5}}, {{8, 5}, {7}})), "") << "never there";
}

TEST(Contradiction, OfNothing) {
  EXPECT_EQ(contradiction(Operator::no_op, history(4, 4, {{1}}, {{4, 4}})), "");
  EXPECT_NE(contradiction(Operator::no_op, history(4, 5, {{1}}, {{4, 4}})), "");
  EXPECT_NE(contradiction(Operator::no_op, history(4, 4, {{1}}, {{4, 1}})), "");
}

// Through no datatype: there a library's own fault may be seen (Open MPI 4.1).
TEST(CheckOperators, SeesAFaultWithEachCallAndType) {
  for (const UpdateCall call : {UpdateCall::accumulate, UpdateCall::get_accumulate, UpdateCall::fetch_and_op})
    for (const ElementType type : element_types) {
      SCOPED_TRACE(std::string(to_string(call)) + " of " + std::string(to_string(type)));
      OperatorCase the_case{.call = call, .type = type};
      const contracts::Violations sound = check_operators(context(), the_case);
      EXPECT_TRUE(sound.empty()) << sound.front();
      the_case.fault = OperatorFault::misplaced;
      const std::size_t tried = call == UpdateCall::accumulate ? operators.size() - 1 : operators.size();
      EXPECT_EQ(check_operators(context(), the_case).size(), tried) << "of each operator";
      if (call == UpdateCall::accumulate) continue;
      the_case.fault = OperatorFault::misfetched;
      EXPECT_EQ(check_operators(context(), the_case).size(), tried) << "of each operator";
    }
}

TEST(CheckOperators, SeesAFaultThroughADatatype) {
  OperatorCase the_case{.call = UpdateCall::accumulate, .derived = true};
  const contracts::Violations sound = check_operators(context(), the_case);
  EXPECT_TRUE(sound.empty()) << sound.front();
  the_case.fault = OperatorFault::misplaced;
  EXPECT_EQ(check_operators(context(), the_case).size(), operators.size() - 1);
}

TEST(CheckOperatorMix, SeesAFault) {
  const contracts::Violations sound = check_operator_mix(context(), WindowKind::allocate, OperatorFault::none);
  EXPECT_TRUE(sound.empty()) << sound.front();
  EXPECT_FALSE(check_operator_mix(context(), WindowKind::allocate, OperatorFault::misplaced).empty());
  EXPECT_FALSE(check_operator_mix(context(), WindowKind::allocate, OperatorFault::misfetched).empty());
}

}  // namespace
}  // namespace fockproxy::check
