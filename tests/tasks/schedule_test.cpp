#include "tasks/schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// All ranges of a schedule for `workers`: the shares, then the tickets up to the first one past the end.
std::vector<PositionRange> ranges(const Schedule& schedule, int workers, std::int64_t tasks) {
  std::vector<PositionRange> all;
  for (int w = 0; w < workers; ++w)
    if (const auto share = schedule.share(w, tasks)) all.push_back(*share);
  for (std::int64_t ticket = 0; const auto range = schedule.range(Ticket{ticket}, tasks); ++ticket)
    all.push_back(*range);
  return all;
}

std::vector<std::int64_t> sizes(const Schedule& schedule, int workers, std::int64_t tasks) {
  std::vector<std::int64_t> all;
  for (const PositionRange& range : ranges(schedule, workers, tasks))
    all.push_back(number(range.last) - number(range.first));
  return all;
}

TEST(EverySchedule, DealsEveryPositionOnceAtEverySize) {
  for (const ScheduleEntry& entry : schedule_table())
    for (const int workers : {1, 2, 3, 7, 64})
      for (const std::int64_t chunk : {1, 2, 5, 1000})
        for (const std::int64_t tasks : {0, 1, 2, 6, 7, 8, 63, 64, 65, 1000, 4097}) {
          SCOPED_TRACE(std::string(entry.name) + " workers " + std::to_string(workers) + " chunk " +
                       std::to_string(chunk) + " tasks " + std::to_string(tasks));
          const auto schedule = entry.make(chunk, workers);
          std::int64_t next = 0;
          for (const PositionRange& range : ranges(*schedule, workers, tasks)) {
            EXPECT_EQ(number(range.first), next);
            EXPECT_GT(number(range.last), next);
            next = number(range.last);
          }
          EXPECT_EQ(next, tasks);
          const std::int64_t tickets = schedule->tickets(tasks);
          EXPECT_FALSE(schedule->range(Ticket{tickets}, tasks));
          EXPECT_TRUE(tickets == 0 || schedule->range(Ticket{tickets - 1}, tasks));
        }
}

TEST(EverySchedule, CountsBeyond32BitsAndDoesNotOverflowFarPastTheEnd) {
  constexpr std::int64_t many = (std::int64_t{1} << 40) + 7;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const ScheduleEntry& entry : schedule_table())
    for (const std::int64_t chunk : {std::int64_t{1}, std::int64_t{1000}, std::int64_t{1} << 31}) {
      SCOPED_TRACE(std::string(entry.name) + " chunk " + std::to_string(chunk));
      const auto schedule = entry.make(chunk, 48);
      const auto last = schedule->range(Ticket{schedule->tickets(many) - 1}, many);
      ASSERT_TRUE(last);
      EXPECT_EQ(number(last->last), many);
      for (const std::int64_t far : {schedule->tickets(many), std::int64_t{1} << 62, most - 100})
        EXPECT_FALSE(schedule->range(Ticket{far}, many));
    }
}

TEST(FixedSchedule, CutsIdsIntoChunksAndTheRest) {
  const FixedSchedule schedule(4);
  EXPECT_EQ(schedule.tickets(10), 3);
  EXPECT_EQ(number(schedule.range(Ticket{2}, 10)->first), 8);
  EXPECT_EQ(number(schedule.range(Ticket{2}, 10)->last), 10);
}

// Half of the rest for each batch of 4 tickets: of 100 ids, 4 x 13; of 48, 4 x 6; of 24, 4 x 3; of 12, 4 x 2; then
// single ids.
TEST(FactoringSchedule, HalvesWhatIsLeftWithEveryBatch) {
  EXPECT_EQ(sizes(FactoringSchedule(1, 4), 4, 100),
            (std::vector<std::int64_t>{13, 13, 13, 13, 6, 6, 6, 6, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1}));
}

TEST(FactoringSchedule, KeepsToTheLeastChunk) {
  EXPECT_EQ(sizes(FactoringSchedule(5, 2), 2, 50), (std::vector<std::int64_t>{13, 13, 6, 6, 5, 5, 2}));
}

TEST(StaticFirstSchedule, SparesTheFirstRoundOfDraws) {
  const StaticFirstSchedule schedule(2, 3);
  EXPECT_EQ(number(schedule.share(1, 20)->first), 2);
  EXPECT_EQ(number(schedule.range(Ticket{0}, 20)->first), 6);
  EXPECT_EQ(schedule.tickets(20), 7);
  EXPECT_FALSE(schedule.share(2, 4));  // fewer chunks than workers
  EXPECT_EQ(schedule.tickets(4), 0);
}

TEST(ScheduleTable, UnknownNameListsTheKnownOnes) {
  try {
    const Choice<ScheduleEntry> none("guided");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const ScheduleEntry& entry : schedule_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy
