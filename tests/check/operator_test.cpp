// Operators: histories that no order of updates explains are refused, and injected faults are detected.
#include "check/operator_test.hpp"

#include <gtest/gtest.h>

#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

CheckContext this_job() { return {testing::runtime(), testing::watchdog(), testing::waiting_is_slow()}; }

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

// The findings for a case with each fault, in each operator in turn.
void expect_seen(OperatorCase the_case) {
  for (const OperatorFault fault : {OperatorFault::misplaced, OperatorFault::misfetched})
    for (const Operator op : operators) {
      if (the_case.call == UpdateCall::accumulate && (op == Operator::no_op || fault == OperatorFault::misfetched))
        continue;  // this call does not exist, or fetches nothing
      the_case.fault = fault;
      the_case.tried = {op};
      EXPECT_FALSE(check_operators(this_job(), the_case).empty())
          << to_string(the_case.call) << " with " << to_string(op) << " of " << to_string(the_case.type);
    }
}

// Without derived types, for which a fault of the library may show (Open MPI 4.1).
TEST(CheckOperators, SeesAFaultWithEachCallAndType) {
  for (const UpdateCall call : {UpdateCall::accumulate, UpdateCall::get_accumulate, UpdateCall::fetch_and_op})
    for (const ElementType type : element_types) {
      const OperatorCase the_case{.call = call, .type = type};
      const contracts::Violations sound = check_operators(this_job(), the_case);
      EXPECT_TRUE(sound.empty()) << sound.front();
      expect_seen(the_case);
    }
}

// Fetches are of doubles, because Open MPI 4.1 may fetch garbage for integers.
TEST(CheckOperators, SeesAFaultThroughADatatype) {
  for (const OperatorCase& the_case :
       {OperatorCase{.call = UpdateCall::accumulate, .derived = true},
        OperatorCase{.call = UpdateCall::get_accumulate, .type = ElementType::real, .derived = true}}) {
    const contracts::Violations sound = check_operators(this_job(), the_case);
    EXPECT_TRUE(sound.empty()) << sound.front();
    expect_seen(the_case);
  }
}

TEST(CheckOperatorMix, SeesAFault) {
  const contracts::Violations sound = check_operator_mix(this_job(), WindowKind::allocate, OperatorFault::none);
  EXPECT_TRUE(sound.empty()) << sound.front();
  EXPECT_FALSE(check_operator_mix(this_job(), WindowKind::allocate, OperatorFault::misplaced).empty());
  EXPECT_FALSE(check_operator_mix(this_job(), WindowKind::allocate, OperatorFault::misfetched).empty());
}

}  // namespace
}  // namespace fockproxy::check
