// Draws in two halves: does the counter tell correctly whether the value had arrived before the rank waited for it?
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "counters/counter.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr milliseconds absence(200);  // time that rank 0 spends outside MPI

struct SplitDraw {
  const char* counter;
  WindowKind window;
};

class TwoHalves : public ::testing::TestWithParam<SplitDraw> {
 protected:
  void SetUp() override {
    if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to wait for";
    const CounterEntry& entry = find_counter(GetParam().counter);
    if (entry.thread_level > runtime().thread_level_provided())
      GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                   << ": run with --thread-level=multiple";
    auto [counter, reason] = made_or_reason<Counter>([&] { return entry.make({runtime(), GetParam().window}); });
    if (!counter) GTEST_SKIP() << reason;
    counter_ = std::move(counter);
    counter_->reset(0);
    world().barrier();
  }
  void TearDown() override { counter_.reset(); }

  // One draw of the last rank; returns the time of finish_fetch_add().
  milliseconds draw(milliseconds apart) {
    counter_->start_fetch_add(1);
    std::this_thread::sleep_for(apart);
    const auto start = Clock::now();
    EXPECT_EQ(counter_->finish_fetch_add(), 0);
    return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  }
  static bool is_last() { return world().rank() == world().size() - 1; }

  std::unique_ptr<Counter> counter_;
};

TEST_P(TwoHalves, WhatHadToBeWaitedForHadNotArrived) {
  if (world().is_root()) std::this_thread::sleep_for(absence);
  if (is_last()) {
    const milliseconds waited = draw(milliseconds(0));
    // Without a window or a thread, rank 0 cannot answer while it is away.
    if (GetParam().counter == std::string_view("server-rank")) {
      EXPECT_GT(waited, absence / 2);
    }
    EXPECT_FALSE(counter_->had_arrived() && waited > absence / 4) << "waited " << waited.count() << " ms";
  }
  counter_->finish();
  world().barrier();
}

TEST_P(TwoHalves, WhatCameMeanwhileHadArrived) {
  if (is_last()) {
    draw(absence);  // rank 0 is in the barrier below, or serves
    EXPECT_TRUE(counter_->had_arrived());
  }
  counter_->finish();
  world().barrier();
}

INSTANTIATE_TEST_SUITE_P(
    Table, TwoHalves,
    ::testing::Values(SplitDraw{"mpi3", WindowKind::allocate}, SplitDraw{"mpi3", WindowKind::create},
                      SplitDraw{"mpi3-getacc", WindowKind::allocate}, SplitDraw{"mpi3-getacc", WindowKind::create},
                      SplitDraw{"server-rank", WindowKind::allocate}, SplitDraw{"server-thread", WindowKind::allocate}),
    [](const auto& info) {
      std::string name = info.param.counter + ("_" + std::string(to_string(info.param.window)));
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace fockproxy::testing
