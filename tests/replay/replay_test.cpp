// A replay moves what the recorded build moved, sums it exactly, and finds faults.
#include "replay/replay.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contracts/faulty_counters.hpp"
#include "contracts/faulty_matrices.hpp"
#include "counters/counter_distributor.hpp"
#include "counters/static_distributor.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using contracts::FaultyMatrix;
using contracts::MatrixFault;
using testing::world;

// All canonical tasks of ragged blocks, most with length zero; every fifth without quartets.
predict::Recording recording(int spins) {
  predict::Recording made{.layout = BlockLayout({0, 3, 4, 9, 11, 18}, spins)};
  int n = 0;
  for (int i = 0; i < made.layout.blocks(); ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= i; ++k)
        for (int l = 0; l <= (k == i ? j : k); ++l, ++n)
          made.tasks.push_back({{i, j, k, l}, n % 10 == 0 ? 50e-6 : 0, n % 5 == 1 ? 0 : n + 1});
  return made;
}

class Replays : public ::testing::Test {
 protected:
  FinishedBuild build(const FockConfig& config, const std::function<void(BuildBackends&)>& spoil = {}) {
    BuildBackends backends = make_backends(testing::runtime(), tasks_.layout(), config);
    if (spoil) spoil(backends);
    Replay replay(session_, tasks_, config, {.work = WorkKind::sleep}, std::move(backends));
    if (spoil) return replay.build();  // a faulty matrix shows its fault once
    replay.build();
    return replay.build();  // the second build, to check that nothing of the first is left
  }

  static void expect_caught(FinishedBuild result, std::string_view check) {
    EXPECT_FALSE(result.verified());
    const auto& checks = result.verification().checks();
    const auto found = std::ranges::find(checks, check, &Check::name);
    ASSERT_NE(found, checks.end());
    EXPECT_FALSE(found->passed()) << found->detail;
    EXPECT_THROW(std::move(result).result(), VerificationFailure);
  }

  Watchdog watchdog_{0, 0};
  Session session_{testing::runtime(), watchdog_};
  RecordedTasks tasks_{world(), recording(2)};
};

TEST_F(Replays, TasksArriveOnEveryRank) {
  const predict::Recording made = recording(2);
  ASSERT_EQ(tasks_.tasks(), std::ssize(made.tasks));
  EXPECT_EQ(tasks_.layout().columns(2), made.layout.columns(2));
  for (std::int64_t id = 0; id < tasks_.tasks(); ++id) {
    const predict::PredictedTask there = tasks_.of(TaskId{id}), here = made.tasks[static_cast<std::size_t>(id)];
    EXPECT_EQ(there.task, here.task);
    EXPECT_EQ(there.seconds, here.seconds);
    EXPECT_EQ(there.quartets, here.quartets);
  }
}

TEST_F(Replays, EveryCacheAndCounterAddsUpExactly) {
  for (const CacheEntry& cache : cache_table())
    for (const char* counter : {"mpi3", "static"})
      for (const int in_flight : {1, 8}) {
        SCOPED_TRACE(fmt::format("{}, {}, {} in flight", cache.name, counter, in_flight));
        FockConfig config{.counter = counter, .blocks = {.cache = cache.name, .in_flight = in_flight}};
        config.dealing.chunk = in_flight;
        FinishedBuild finished = build(config);
        ASSERT_TRUE(finished.verified()) << finished.verification().first_failure();
        const FockBuild done = std::move(finished).result();
        EXPECT_EQ(done.tasks, tasks_.tasks());
        if (!world().is_root()) continue;
        RankRecord all;
        for (const RankRecord& rank : done.ranks) all += rank;
        EXPECT_EQ(all.tasks, tasks_.tasks());
        EXPECT_GE(all.compute, 50e-6 * static_cast<double>(tasks_.tasks() / 10));
        if (cache.name == "none") {
          EXPECT_EQ(all[OperationKind::get].total_operations(), block_roles * tasks_.tasks());
        }
      }
}

TEST_F(Replays, FaultsAreFound) {
  const auto cyclic = [] {
    return std::make_unique<StaticDistributor>(world().rank(), world().size(), FixedSchedule(1));
  };
  for (const char* cache : {"none", "ijk", "merged"}) {
    SCOPED_TRACE(cache);
    const FockConfig config{.blocks = {.cache = cache}};
    expect_caught(build(config,
                        [](BuildBackends& t) {
                          const CounterContext context{testing::runtime(), WindowKind::allocate};
                          t.distributor = std::make_unique<CounterDistributor>(
                              std::make_unique<contracts::DroppingCounter>(find_counter("mpi3").make(context), 7),
                              FixedSchedule(1));
                        }),
                  "every task exactly once");
    for (const MatrixFault fault : {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace}) {
      SCOPED_TRACE(static_cast<int>(fault));
      expect_caught(build(config,
                          [&](BuildBackends& t) {
                            t.distributor = cyclic();
                            t.fock = std::make_unique<FaultyMatrix>(std::move(t.fock), fault, 1);
                          }),
                    "every element of F");
    }
    expect_caught(build(config,
                        [&](BuildBackends& t) {
                          t.distributor = cyclic();
                          t.density = std::make_unique<FaultyMatrix>(std::move(t.density), MatrixFault::misread, 1);
                        }),
                  "fetched blocks of D");
  }
}

}  // namespace
}  // namespace fockproxy
