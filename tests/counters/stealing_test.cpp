// What a thief takes, keeps and publishes, swap by swap.
#include "counters/stealing.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/error.hpp"

namespace fockproxy {
namespace {

TEST(Stealing, TakesItsOwnTicketsFromTheHead) {
  Stealing stealing(0, {1}, 1);
  stealing.begin({5, 7});
  for (const std::uint32_t head : {5u, 6u}) {
    stealing.next();
    ASSERT_TRUE(stealing.swap());
    EXPECT_EQ(stealing.swap()->rank, 0);
    EXPECT_EQ(stealing.swap()->expected, (TicketRun{head, 7}));
    EXPECT_EQ(stealing.swap()->desired, (TicketRun{head + 1, 7}));
    stealing.found({head, 7});
    EXPECT_FALSE(stealing.swap());
    EXPECT_EQ(stealing.ticket(), Ticket{head});
  }
}

TEST(Stealing, GoesOnWithWhatAThiefHasLeft) {
  Stealing stealing(0, {1}, 1);
  stealing.begin({5, 9});
  stealing.next();
  stealing.found({5, 7});
  EXPECT_EQ(stealing.swap()->expected, (TicketRun{5, 7}));
  stealing.found({5, 7});
  EXPECT_EQ(stealing.ticket(), Ticket{5});
  EXPECT_EQ(stealing.counts().own_retries, 1);
}

// It takes 4 of 7 tickets, works on the first and publishes three. It takes a single ticket.
TEST(Stealing, TakesTheLastHalfRoundedUp) {
  Stealing stealing(0, {3}, 1);
  stealing.begin({2, 2});
  stealing.next();
  EXPECT_EQ(stealing.swap()->rank, 3);
  EXPECT_EQ(stealing.swap()->expected, stealing.swap()->desired) << "a look";
  stealing.found({10, 17});
  EXPECT_EQ(stealing.swap()->expected, (TicketRun{10, 17}));
  EXPECT_EQ(stealing.swap()->desired, (TicketRun{10, 13}));
  stealing.found({10, 17});
  EXPECT_EQ(stealing.swap()->rank, 0);
  EXPECT_EQ(stealing.swap()->expected, (TicketRun{2, 2}));
  EXPECT_EQ(stealing.swap()->desired, (TicketRun{14, 17}));
  stealing.found({2, 2});
  EXPECT_EQ(stealing.ticket(), Ticket{13});
  stealing.begin({});
  stealing.next();
  stealing.found({10, 11});
  EXPECT_EQ(stealing.swap()->desired, (TicketRun{10, 10}));
  stealing.found({10, 11});
  EXPECT_FALSE(stealing.swap());
  EXPECT_EQ(stealing.ticket(), Ticket{10});
}

TEST(Stealing, TriesAgainWhereAnotherWasFaster) {
  Stealing stealing(0, {3}, 1);
  stealing.begin({});
  stealing.next();
  stealing.found({10, 18});
  stealing.found({10, 14});  // another rank took the last half
  EXPECT_EQ(stealing.swap()->desired, (TicketRun{10, 12}));
  stealing.found({12, 12});  // and then the rest
  EXPECT_FALSE(stealing.swap());
  EXPECT_FALSE(stealing.ticket());
  EXPECT_EQ(stealing.counts().busy, 2);
  EXPECT_EQ(stealing.counts().successes, 0);
}

TEST(Stealing, EndsAfterALookAtAllOthers) {
  Stealing stealing(2, {0, 1, 3, 4}, 7);
  stealing.begin({});
  std::set<std::vector<int>> orders;
  for (int round = 0; round < 20; ++round) {
    std::vector<int> order;
    for (stealing.next(); stealing.swap(); stealing.found({6, 6})) order.push_back(stealing.swap()->rank);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()), (std::set<int>{0, 1, 3, 4}));
    EXPECT_EQ(order.size(), 4u);
    orders.insert(order);
  }
  EXPECT_FALSE(stealing.ticket());
  EXPECT_EQ(stealing.counts().attempts, 80);
  EXPECT_GT(orders.size(), 5u);
}

TEST(Stealing, NoticesAForeignRunInItsEmptyWord) {
  Stealing stealing(0, {3}, 1);
  stealing.begin({});
  stealing.next();
  stealing.found({10, 18});
  stealing.found({10, 18});
  EXPECT_THROW(stealing.found({1, 2}), ComputationError);
}

TEST(Stealing, BeginsWithRunsThatMakeUpAllTickets) {
  std::uint32_t next = 0;
  for (int worker = 0; worker < 7; ++worker) {
    const TicketRun run = first_run(24, 48, worker, 7);
    EXPECT_EQ(run.head, next);
    EXPECT_EQ(run.size(), worker < 3 ? 4u : 3u);
    next = run.tail;
  }
  EXPECT_EQ(next, 24u);
  EXPECT_THROW(first_run(std::int64_t{1} << 33, std::int64_t{1} << 33, 0, 7), UsageError);
}

}  // namespace
}  // namespace fockproxy
