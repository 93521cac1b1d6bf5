#include "tasks/schedule.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

TEST(FixedSchedule, CutsIdsIntoChunksAndTheRest) {
  const FixedSchedule schedule(4);
  EXPECT_EQ(schedule.tickets(10), 3);
  std::int64_t next = 0;
  for (std::int64_t ticket = 0; ticket < 3; ++ticket) {
    const auto range = schedule.range(ticket, 10);
    ASSERT_TRUE(range);
    EXPECT_EQ(range->first, next);
    next = range->last;
  }
  EXPECT_EQ(next, 10);
  EXPECT_FALSE(schedule.range(3, 10));
  EXPECT_FALSE(schedule.range(0, 0));
}

TEST(FixedSchedule, DoesNotOverflowFarPastTheEnd) {
  EXPECT_FALSE(FixedSchedule(1000).range(std::int64_t{1} << 62, 5));
  const auto range = FixedSchedule(std::int64_t{1} << 31).range(2, (std::int64_t{1} << 32) + 7);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->last, (std::int64_t{1} << 32) + 7);
}

}  // namespace
}  // namespace fockproxy
