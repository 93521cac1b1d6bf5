// MPICH's own progress thread: its refusal with the reason where there is none, and what it does where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "parallel/node_memory.hpp"
#include "parallel/window.hpp"
#include "progress/mpix_progress.hpp"
#include "progress/progress_strategy.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "system/thread_usage.hpp"
#include "waiting.hpp"

namespace fockproxy::testing {
namespace {

TEST(Stream, OneLockForAllIsNotEnough) {
  const std::string ch4 = "MPICH Version:      4.3.2\nMPICH Device:       ch4:ofi\nMPICH configure:    --prefix=/usr";
  EXPECT_TRUE(has_locks_of_endpoints(ch4));
  EXPECT_FALSE(has_locks_of_endpoints(ch4 + " --enable-thread-cs=global"));
  EXPECT_FALSE(has_locks_of_endpoints("MPICH Version:      4.3.2\nMPICH Device:       ch3:nemesis"));
  EXPECT_FALSE(has_locks_of_endpoints("Intel(R) MPI Library 2021.18 for Linux* OS")) << "it does not say";
}

TEST(Stream, IsMadeOrRefusedWithTheReason) {
  const std::string reason = no_progress_thread(runtime());
  const auto [strategy, refusal] = made_or_reason(find_progress("stream"));
  EXPECT_EQ(strategy != nullptr, reason.empty());
  EXPECT_EQ(refusal, reason.empty() ? "" : "progress stream: UNSUPPORTED: " + reason);
  if (!no_mpix_progress().empty()) {
    EXPECT_EQ(reason, no_mpix_progress());
  } else if (runtime().thread_level_provided() < MPI_THREAD_MULTIPLE) {
    EXPECT_NE(reason.find("needs thread level multiple"), std::string::npos) << reason;
  }
}

TEST(Stream, TheThreadRunsInTheRegionAlone) {
  const auto [strategy, reason] = made_or_reason(find_progress("stream"));
  if (!strategy) GTEST_SKIP() << reason;
  for (int round = 0; round < 3; ++round) {
    world().barrier();
    const int before = library_threads().count;
    strategy->start();
    const int during = library_threads().count;
    world().barrier();  // the main thread communicates beside it
    strategy->stop();
    EXPECT_GT(during, before);
    for (const double start = now(); library_threads().count >= during && now() - start < 10;) compute(1000);
    EXPECT_LT(library_threads().count, during) << "the thread did not end";
    EXPECT_TRUE(strategy->report().helper && strategy->report().library && strategy->report().inside_mpi);
    EXPECT_GT(strategy->report().helper_cpu, 0);
  }
}

TEST(Stream, OnlyChosenRanksHaveTheThread) {
  ProgressOptions options;
  options.helper_ranks = RankSet::parse("root");
  const ProgressEntry& entry = find_progress("stream");
  if (const std::string reason = made_or_reason(entry).second; !reason.empty()) GTEST_SKIP() << reason;
  const auto strategy = entry.make({runtime(), options});
  strategy->start();
  world().barrier();
  strategy->stop();
  EXPECT_EQ(strategy->report().helper, world().is_root());
  EXPECT_EQ(strategy->report().library, world().is_root());
  options.helper_ranks = RankSet::parse("0-" + std::to_string(world().size()));
  EXPECT_THROW(entry.make({runtime(), options}), UsageError);
}

// Rank 0 computes without a call of MPI until the draw of rank 1 is over. So only the thread can serve the draw.
TEST(Stream, ServesADrawWhileTheTargetComputes) {
  const auto [strategy, reason] = made_or_reason(find_progress("stream"));
  if (!strategy) GTEST_SKIP() << reason;
  if (world().size() != 2 || runtime().nodes() != 1) GTEST_SKIP() << "an experiment of two ranks of a node";
  constexpr double patience = 20;  // seconds
  unbind();
  const NodeMemory memory(world(), sizeof(std::int64_t));
  const std::atomic_ref<std::int64_t> over(*static_cast<std::int64_t*>(memory.of(0)));
  if (world().is_root()) over = 0;
  const Window window(world(), sizeof(std::int64_t), {.kind = WindowKind::create});
  memory.everybody();
  strategy->start();
  world().barrier();
  if (world().is_root()) {
    for (const double start = now(); over == 0 && now() - start < patience;) compute(1000);
    EXPECT_EQ(over.load(), 1) << "not served in " << patience << " s";
  } else {
    const std::int64_t one = 1;
    std::int64_t drawn = -1;
    const auto [target, byte] = window.at(0);
    check_mpi(MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, target, byte, MPI_SUM, window.handle()), "MPI_Fetch_and_op");
    check_mpi(MPI_Win_flush(target, window.handle()), "MPI_Win_flush");
    over = 1;
    EXPECT_EQ(drawn, 0);
  }
  world().barrier();
  strategy->stop();
}

// The thread of each rank serves accumulates while the rank itself accumulates to the others.
TEST(Stream, SumsAreExact) {
  const auto [strategy, reason] = made_or_reason(find_progress("stream"));
  if (!strategy) GTEST_SKIP() << reason;
  constexpr int numbers = 64, rounds = 2000;
  const Window window(world(), numbers * sizeof(double), {.kind = WindowKind::create});
  const std::vector<double> ones(numbers, 1.0);
  strategy->start();
  for (int round = 0; round < rounds; ++round)
    for (int rank = 0; rank < world().size(); ++rank) {
      const auto [target, byte] = window.at((world().rank() + rank) % world().size());
      check_mpi(
          MPI_Accumulate(ones.data(), numbers, MPI_DOUBLE, target, byte, numbers, MPI_DOUBLE, MPI_SUM, window.handle()),
          "MPI_Accumulate");
      if (round % 4 == 3) check_mpi(MPI_Win_flush(target, window.handle()), "MPI_Win_flush");
    }
  window.flush_all();
  world().barrier();
  strategy->stop();
  window.sync();
  const auto* sums = static_cast<const double*>(window.base());
  EXPECT_TRUE(std::all_of(sums, sums + numbers, [](double sum) { return sum == rounds * world().size(); })) << sums[0];
  world().barrier();
}

}  // namespace
}  // namespace fockproxy::testing
