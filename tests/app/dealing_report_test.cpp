// The line of the heading about tasks in flight: how many there are, or why they are fewer than asked for.
#include "app/shared/dealing_report.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

FockConfig asking_for(int in_flight, std::int64_t chunk) {
  FockConfig config;
  config.blocks.in_flight = in_flight;
  config.dealing.chunk = chunk;
  return config;
}

TEST(TasksInFlight, AreNotMentionedIfOneIsAskedFor) {
  EXPECT_EQ(describe_in_flight(asking_for(1, 1)), "");
  EXPECT_EQ(describe_in_flight(asking_for(1, 8)), "");
}

TEST(TasksInFlight, AreThoseAskedForWhereATicketHasAsMany) {
  const std::string rest = " tasks of a ticket, those with the same I and J";
  EXPECT_EQ(describe_in_flight(asking_for(8, 8)), "up to 8" + rest);
  EXPECT_EQ(describe_in_flight(asking_for(8, 1000)), "up to 8" + rest);
  FockConfig config = asking_for(0, 1000);
  EXPECT_EQ(describe_in_flight(config), "up to 16" + rest);
  config = asking_for(8, 1);
  config.dealing.schedule = "factoring";  // tickets are larger than --chunk
  EXPECT_EQ(describe_in_flight(config), "up to 8" + rest);
}

TEST(TasksInFlight, AreFewerForAReasonThatIsSaid) {
  EXPECT_EQ(describe_in_flight(asking_for(8, 1)), "at most 1 task, not 8: a ticket has 1 (--chunk)");
  EXPECT_EQ(describe_in_flight(asking_for(0, 4)), "at most 4 tasks, not 16: a ticket has 4 (--chunk)");
  FockConfig config = asking_for(8, 8);
  config.blocks.prefetch_blocks = true;
  EXPECT_EQ(describe_in_flight(config), "at most 1 task, not 8: --prefetch-blocks fetches for one task at a time");
  config = asking_for(8, 8);
  config.blocks.cache = "merged";
  EXPECT_EQ(describe_in_flight(config), "at most 1 task, not 8: --cache merged: its working set is that of one task");
}

TEST(TasksInFlight, OfAnEngineThatTakesOneAreNotMentioned) {
  FockConfig config = asking_for(0, 8);
  config.integrals.source = "libint";
  EXPECT_EQ(describe_in_flight(config), "");
}

}  // namespace
}  // namespace fockproxy
