#include "progress/progress_strategy.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "strategy_names.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "system/thread_usage.hpp"
#include "waiting.hpp"

namespace fockproxy::testing {
namespace {

class Strategy : public ::testing::TestWithParam<std::string_view> {};

// helper-send and helper-2008 silently do nothing if a small MPI_Send returns at once. Only these may do so, and the
// report must show it.
bool stays_inside(std::string_view name) {
  if (name != "helper-send" && name != "helper-2008") return true;
  MPI_Comm parent = world().handle();
  if (name == "helper-2008") MPI_Comm_split(world().handle(), world().rank(), 0, &parent);
  const Communicator comm(parent);
  if (name == "helper-2008") MPI_Comm_free(&parent);
  std::atomic<bool> returned{false};
  std::thread sender([&] {
    char token = 0;
    MPI_Send(&token, 1, MPI_CHAR, comm.rank(), 0, comm.handle());
    returned = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const bool inside = !returned;
  char token = 0;
  MPI_Recv(&token, 1, MPI_CHAR, comm.rank(), 0, comm.handle(), MPI_STATUS_IGNORE);
  sender.join();
  return inside;
}

TEST_P(Strategy, StartsAndStopsAndIsReusable) {
  const ProgressEntry& entry = find_progress(GetParam());
  if (entry.thread_level > runtime().thread_level_provided()) {
    EXPECT_THROW(entry.make(runtime()), UsageError);
    GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                 << ": run with --thread-level=multiple";
  }
  const auto [strategy, reason] = made_or_reason(entry);
  if (!strategy) GTEST_SKIP() << reason;
  const bool many_polls = entry.name == "helper-poll";
  auto nap = std::chrono::milliseconds(20);
  for (int round = 0; round < 2; ++round) {
    strategy->start();
    std::this_thread::sleep_for(nap);
    strategy->resume(0);
    strategy->computed(1);
    strategy->pause(0.001);
    world().barrier();  // the main thread communicates beside a helper
    strategy->stop();
    const ProgressReport& report = strategy->report();
    // Other processes may have used the cores of a polling helper, so the wait is repeated and longer.
    if (many_polls && world().min(report.polls) <= 10 && nap < std::chrono::seconds(5)) {
      nap *= 4;
      --round;
      continue;
    }
    EXPECT_EQ(report.library, entry.whole_job || entry.name == "stream");
    EXPECT_EQ(report.helper, entry.helper || report.library);
    if (entry.whole_job) {
      // Without a thread nothing can have run; the effect test tells whether a running one helps.
      if (library_threads().count == 0) {
        EXPECT_FALSE(report.inside_mpi);
        EXPECT_EQ(report.helper_cpu, 0);
      }
    } else {
      EXPECT_EQ(report.inside_mpi, stays_inside(entry.name)) << "round " << round;
      EXPECT_EQ(report.helper_cpu > 0, entry.helper);
    }
    EXPECT_EQ(report.polls > 10, many_polls);
  }
}

TEST_P(Strategy, EndsWhenItWasNeverStopped) {
  const ProgressEntry& entry = find_progress(GetParam());
  if (entry.thread_level > runtime().thread_level_provided())
    GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                 << ": run with --thread-level=multiple";
  const auto [strategy, reason] = made_or_reason(entry);
  if (!strategy) GTEST_SKIP() << reason;
  strategy->start();
}

TEST(HelperRanks, OnlyThoseGetAHelper) {
  if (runtime().thread_level_provided() < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "run with --thread-level=multiple";
  ProgressOptions options;
  options.helper_ranks = RankSet::parse("root");
  const auto strategy = find_progress("helper-block").make({runtime(), options});
  strategy->start();
  world().barrier();
  strategy->stop();
  EXPECT_EQ(strategy->report().helper, world().is_root());
  EXPECT_EQ(strategy->report().helper_cpu > 0, world().is_root());
  EXPECT_TRUE(strategy->report().inside_mpi);
  options.helper_ranks = RankSet::parse("0-" + std::to_string(world().size()));
  EXPECT_THROW(find_progress("helper-block").make({runtime(), options}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Table, Strategy, ::testing::ValuesIn(strategy_names()), test_name_of);

TEST(ProgressTable, UnknownNameListsTheKnownOnes) {
  try {
    find_progress("casper");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const ProgressEntry& entry : progress_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy::testing
