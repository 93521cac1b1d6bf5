// The countdown that replaces a clock.
#include <gtest/gtest.h>

#include <algorithm>

#include "progress/forwarding_progress.hpp"
#include "support/clock.hpp"
#include "support/mpi_test.hpp"
#include "waiting.hpp"

namespace fockproxy::testing {
namespace {

// Computes for about 60 ms in quartets of which some cost much more than others. Returns the time that it took, without
// the time in which other processes used the core.
double compute_quartets(ProgressStrategy& strategy) {
  const auto total = static_cast<std::int64_t>(0.06 * compute_rate());
  const double start = thread_cpu_seconds();
  strategy.resume(now());
  for (std::int64_t done = 0, i = 0; done < total; ++i) {
    const std::int64_t cost = 100 + 1000 * (i % 7 == 0);
    compute(cost);
    strategy.computed(cost);
    done += cost;
  }
  strategy.pause(now());
  return thread_cpu_seconds() - start;
}

// Also behind a wrapper, to which the countdown is passed.
TEST(Poll, ComesAboutAsOftenAsAsked) {
  for (const auto& [interval, wrapped] : {std::pair{200e-6, false}, std::pair{1e-3, false}, std::pair{1e-3, true}}) {
    ProgressOptions options;
    options.poll_interval = interval;
    auto strategy = find_progress("poll").make({runtime(), options});
    if (wrapped) strategy = std::make_unique<ForwardingProgress>(std::move(strategy));
    for (int round = 0; round < 3; ++round) {
      strategy->start();
      const double seconds = compute_quartets(*strategy);
      strategy->stop();
      const ProgressReport& report = strategy->report();
      EXPECT_GT(report.polls, 0);
      const double mean = seconds / static_cast<double>(std::max<std::int64_t>(report.polls, 1));
      EXPECT_GT(mean, interval / 3) << "round " << round;
      EXPECT_LT(mean, interval * 3) << "round " << round;
      EXPECT_GT(report.poll_seconds, 0);
      EXPECT_FALSE(report.helper);
    }
  }
}

// Time outside resume() and pause() is communication and must not slow the polls.
TEST(Poll, CountsOnlyTheTimeOfComputing) {
  ProgressOptions options;
  options.poll_interval = 200e-6;
  const auto strategy = find_progress("poll").make({runtime(), options});
  strategy->start();
  double computing = 0;
  for (int task = 0; task < 10; ++task) {
    computing += compute_quartets(*strategy);
    timespec communication{0, 20'000'000};
    nanosleep(&communication, nullptr);
  }
  strategy->stop();
  const double mean = computing / static_cast<double>(strategy->report().polls);
  EXPECT_GT(mean, options.poll_interval / 3);
  EXPECT_LT(mean, options.poll_interval * 3);
}

TEST(Poll, BurstsTakeLonger) {
  double seconds[2];
  for (const int i : {0, 1}) {
    ProgressOptions options;
    options.poll_interval = 200e-6;
    options.poll_burst = i == 0 ? 1 : 10'000;
    const auto strategy = find_progress("poll").make({runtime(), options});
    strategy->start();
    compute_quartets(*strategy);
    strategy->stop();
    seconds[i] = strategy->report().poll_seconds / static_cast<double>(strategy->report().polls);
  }
  EXPECT_GT(seconds[1], 3 * seconds[0]);
}

TEST(Poll, StaysAwayOutsideTheRegion) {
  const auto strategy = find_progress("poll").make(runtime());
  strategy->computed(1'000'000'000);
  EXPECT_EQ(strategy->report().polls, 0);
  strategy->start();
  strategy->stop();
  strategy->computed(1'000'000'000);
  EXPECT_EQ(strategy->report().polls, 0);
}

// A quartet takes half a microsecond or more, and 300 units here take no longer. The countdown must be negligible
// beside them.
TEST(Poll, TheCountdownCostsLittleBesideAQuartet) {
  ProgressOptions options;
  options.poll_interval = 1;
  const auto strategy = find_progress("poll").make({runtime(), options});
  strategy->start();
  strategy->resume(now());
  constexpr int calls = 100'000;
  double countdown = 1e9, quartets = 1e9;
  for (int i = 0; i < 10; ++i) {  // in turns
    const double start = now();
    for (int call = 0; call < calls; ++call) strategy->computed(1);
    const double between = now();
    for (int call = 0; call < calls; ++call) compute(300);
    countdown = std::min(countdown, between - start);
    quartets = std::min(quartets, now() - between);
  }
  strategy->stop();
  EXPECT_LT(countdown, 0.1 * quartets);
}

}  // namespace
}  // namespace fockproxy::testing
