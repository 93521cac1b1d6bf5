// Every possible fault of a counter must be detected in a log of two ranks; a correct log must pass.
#include "experiment/ticket_log.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

TicketLog honest() {
  return {{{0, 1, 0.0, 0.1}, {2, 3, 1.0, 1.1}, {3, 4, 2.0, 2.1}}, {{1, 2, 0.05, 0.2}, {4, 6, 2.05, 2.3}}};
}

TEST(TicketFault, NoneInAnHonestLog) {
  EXPECT_EQ(ticket_fault(honest(), 6, true, 0), "");
  EXPECT_EQ(ticket_fault({{}, {}}, 0, true, 0), "");
}

TEST(TicketFault, FindsWhatWasDroppedRepeatedOrMadeUp) {
  TicketLog log = honest();
  log[1].erase(log[1].begin());
  EXPECT_EQ(ticket_fault(log, 6, false, 0), "task 1 was never dealt");

  log = honest();
  log[1][0] = {2, 3, 0.05, 0.2};
  EXPECT_NE(ticket_fault(log, 6, false, 0), "");

  log = honest();
  log[0].push_back({3, 4, 3.0, 3.1});
  EXPECT_NE(ticket_fault(log, 6, false, 0).find("dealt again"), std::string::npos);

  EXPECT_EQ(ticket_fault(honest(), 7, false, 0), "task 6 was never dealt");
  EXPECT_NE(ticket_fault(honest(), 5, false, 0), "");

  // The first value is not 0.
  EXPECT_EQ(ticket_fault({{{1, 2, 0, 1}}}, 2, false, 0), "task 0 was never dealt");
}

TEST(TicketFault, FindsValuesThatFallOnOneRank) {
  TicketLog log = honest();
  std::swap(log[0][0].first, log[0][1].first);
  std::swap(log[0][0].last, log[0][1].last);
  EXPECT_NE(ticket_fault(log, 6, true, 0), "");
  EXPECT_EQ(ticket_fault(log, 6, false, 0), "");  // work stealing may deal downwards
}

TEST(TicketFault, FindsAValueDrawnWhollyAfterALargerOne) {
  TicketLog log = {{{1, 2, 0.0, 0.1}}, {{0, 1, 0.5, 0.6}}};
  EXPECT_NE(ticket_fault(log, 2, true, 0.0).find("wholly after"), std::string::npos);
  EXPECT_EQ(ticket_fault(log, 2, true, 0.25), "");  // the clocks may differ by this much
  log[1][0].begin = 0.05;                           // overlapping draws have no order
  EXPECT_EQ(ticket_fault(log, 2, true, 0.0), "");
}

TEST(LongestRun, CountsConsecutiveDrawsOfOneRank) {
  EXPECT_EQ(longest_run(honest()), 2);
  EXPECT_EQ(longest_run({{}, {}}), 0);
  EXPECT_EQ(longest_run({{{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 3, 0, 0}}, {}}), 3);
}

}  // namespace
}  // namespace fockproxy
