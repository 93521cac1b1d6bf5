#include "progress/progress_strategy.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

class Strategy : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Strategy, StartsAndStopsAndIsReusable) {
  const ProgressEntry& entry = find_progress(GetParam());
  if (entry.thread_level > runtime().thread_level_provided()) {
    EXPECT_THROW(entry.make(runtime()), UsageError);
    GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                 << ": run with --thread-level=multiple";
  }
  const auto strategy = entry.make(runtime());
  for (int round = 0; round < 2; ++round) {
    strategy->start();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    strategy->poll();
    world().barrier();  // the main thread's own communication goes on beside a helper's
    strategy->stop();
    EXPECT_TRUE(strategy->was_inside_mpi()) << "round " << round;
  }
}

TEST_P(Strategy, EndsWhenItWasNeverStopped) {
  const ProgressEntry& entry = find_progress(GetParam());
  if (entry.thread_level > runtime().thread_level_provided())
    GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                 << ": run with --thread-level=multiple";
  const auto strategy = entry.make(runtime());
  strategy->start();
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const ProgressEntry& entry : progress_table()) all.push_back(entry.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, Strategy, ::testing::ValuesIn(names()), [](const auto& info) {
  std::string name(info.param);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

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
