// A hand-made run whose figures can be computed by hand.
#include "experiment/counter_row.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

// Rank 0: two tasks of 1 s, waits of 0.1 each. Rank 1, on its node: one task of 2 s that took 3, wait 0.4. Rank 2, on
// another node: no task. Rank 1 finds nothing left at 3.4.
CounterRun run() {
  CounterRun run;
  run.ranks.resize(3);
  run.ranks[0] = {.works = true,
                  .tasks = 3,
                  .ideal = 3,
                  .work = 3,
                  .cpu = 3,
                  .begin = 0,
                  .end = 4.4,
                  .last_wait = 0.1,
                  .run_queue = 0.44,
                  .poll = 0.25,
                  .helper_cpu = 0.5,
                  .statistics = {}};
  run.ranks[1] = {.works = true,
                  .tasks = 1,
                  .ideal = 2,
                  .work = 3,
                  .cpu = 2,
                  .begin = 0,
                  .end = 3.5,
                  .last_wait = 0.1,
                  .statistics = {}};
  run.draws = {{{0, 1, 0.0, 0.1}, {2, 3, 1.1, 1.2}, {3, 4, 3.45, 3.75}}, {{1, 2, 0.0, 0.4}}, {}};
  return run;
}

TEST(CounterRow, FiguresOfAHandMadeRun) {
  const CounterRow row = summarise({run()}, {0, 0, 1});
  EXPECT_EQ(row.fault, "");
  EXPECT_EQ(row.workers, 2);
  EXPECT_EQ(row.tasks, 4);
  EXPECT_DOUBLE_EQ(row.ideal_work, 5.0 / 4);
  EXPECT_DOUBLE_EQ(row.work, 6.0 / 4);
  EXPECT_DOUBLE_EQ(row.cpu, 5.0 / 4);
  EXPECT_EQ(row.rank1.distribution.count, 1);
  EXPECT_DOUBLE_EQ(row.rank1.distribution.maximum, 0.4);
  EXPECT_EQ(row.all.distribution.count, 3);
  EXPECT_EQ(row.root_node.distribution.count, 1);
  EXPECT_EQ(row.other_nodes.distribution.count, 0);
  EXPECT_EQ(row.tail.distribution.count, 1);
  EXPECT_NEAR(row.tail.distribution.maximum, 0.3, 1e-12);
  EXPECT_DOUBLE_EQ(row.seconds, 4.4);
  EXPECT_DOUBLE_EQ(row.ideal_seconds, 2.5);
  EXPECT_DOUBLE_EQ(row.values_per_second, 4 / 4.4);
  EXPECT_DOUBLE_EQ(row.fairness, 16.0 / 20);
  EXPECT_EQ(row.longest_run, 2);
  EXPECT_NEAR(row.degradation, 6.9 / 5, 1e-12);
  EXPECT_NEAR(row.degradation_2008, 6.9 / 6, 1e-12);
  EXPECT_NEAR(row.work_slowdown, 6.0 / 5, 1e-12);
  EXPECT_NEAR(row.run_queue_share, 0.1, 1e-12);
  EXPECT_NEAR(row.poll_share, 0.05, 1e-12);
  EXPECT_NEAR(row.helper_cpu_share, 0.1, 1e-12);
}

// Rank 2 asked at once and learned after 4 s that ranks 0 and 1 had done everything.
TEST(CounterRow, ARankThatNeverGotAValueWaitedAllTheTime) {
  CounterRun starved = run();
  starved.ranks[2] = {.works = true, .begin = 0, .end = 4, .last_wait = 4, .statistics = {}};
  const CounterRow row = summarise({starved}, {0, 0, 1});
  EXPECT_EQ(row.workers, 3);
  EXPECT_EQ(row.tasks, 4);
  EXPECT_EQ(row.other_nodes.distribution.count, 1);
  EXPECT_DOUBLE_EQ(row.other_nodes.distribution.mean, 4);
  EXPECT_DOUBLE_EQ(row.ideal_seconds, 5.0 / 3);
  EXPECT_DOUBLE_EQ(row.values_per_second, 4 / 4.4);
  EXPECT_DOUBLE_EQ(row.fairness, 16.0 / 30);
  EXPECT_NEAR(row.degradation, 10.9 / 5, 1e-12);
}

TEST(CounterRow, SaysWhatEachRankDid) {
  const CounterRow row = summarise({run(), run()}, {0, 0, 1});
  ASSERT_EQ(row.by_rank.size(), 3u);
  EXPECT_DOUBLE_EQ(row.by_rank[0].tasks, 3);
  EXPECT_NEAR(row.by_rank[0].values, 0.1 + 0.1 + 0.3 + 0.1, 1e-12);
  EXPECT_DOUBLE_EQ(row.by_rank[0].work, 3);
  EXPECT_DOUBLE_EQ(row.by_rank[0].at_end, 0);
  EXPECT_NEAR(row.by_rank[1].values, 0.5, 1e-12);
  EXPECT_NEAR(row.by_rank[1].at_end, 0.9, 1e-12);
  for (const RankShare& share : row.by_rank) EXPECT_DOUBLE_EQ(share.total, 4.4);
}

TEST(CounterRow, RunsArePooled) {
  const CounterRow row = summarise({run(), run(), run()}, {0, 0, 1});
  EXPECT_EQ(row.runs, 3);
  EXPECT_EQ(row.tasks, 12);
  EXPECT_EQ(row.all.distribution.count, 9);
  EXPECT_DOUBLE_EQ(row.seconds, 4.4);
  EXPECT_NEAR(row.degradation, 6.9 / 5, 1e-12);
  EXPECT_DOUBLE_EQ(row.values_per_second, 4 / 4.4);
}

TEST(CounterRow, AFaultLeavesNoTimes) {
  CounterRun bad = run();
  bad.fault = "task 1 was never dealt";
  const CounterRow row = summarise({run(), bad}, {0, 0, 1});
  EXPECT_EQ(row.fault, bad.fault);
  EXPECT_EQ(row.seconds, 0);
  EXPECT_EQ(row.all.distribution.count, 0);
}

}  // namespace
}  // namespace fockproxy
