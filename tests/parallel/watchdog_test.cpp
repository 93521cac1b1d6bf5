#include "parallel/watchdog.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>

namespace fockproxy {
namespace {

using namespace std::chrono_literals;

TEST(WatchdogDeathTest, EndsAStalledProcessWithItsLastMarker) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Watchdog watchdog(7, 0.2);
        watchdog.mark("Fock build: fetch");
        std::this_thread::sleep_for(20s);
      },
      ::testing::ExitedWithCode(3),
      "^fockproxy: stalled: rank 7 made no progress for 0.2 s, last seen in: Fock build: fetch\n$");
}

TEST(WatchdogDeathTest, SaysWhereWithoutMovingOnAndActsBeforeTheEnd) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Watchdog watchdog(7, 0.4);
        const Watchdog::LastAct act = [] { [[maybe_unused]] const auto n = write(STDERR_FILENO, "last words\n", 11); };
        watchdog.before_the_end(&act);
        for (;;) {
          watchdog.locate("step of a row");
          std::this_thread::sleep_for(20ms);
        }
      },
      ::testing::ExitedWithCode(3), "last seen in: step of a row\nlast words\n$");
}

// Locks of the stalled thread cannot stop the watchdog: here those of stderr and of before_the_end().
TEST(WatchdogDeathTest, WaitsForNothingThatTheStalledThreadHolds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Watchdog watchdog(7, 0.2);
        watchdog.before_the_end(nullptr);
        flockfile(stderr);
        std::this_thread::sleep_for(20s);
      },
      ::testing::ExitedWithCode(3), "stalled: rank 7");
}

TEST(WatchdogDeathTest, EndsAlthoughNobodyReadsItsWords) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        int ends[2];
        if (pipe(ends) != 0) _exit(0);
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        const char text[4096] = "";
        while (write(ends[1], text, sizeof text) > 0) {
        }
        fcntl(ends[1], F_SETFL, 0);
        dup2(ends[1], STDERR_FILENO);
        Watchdog watchdog(7, 0.2);
        std::this_thread::sleep_for(20s);
      },
      ::testing::KilledBySignal(SIGALRM), "");
}

TEST(Watchdog, LeavesAMovingProcessAlone) {
  Watchdog watchdog(0, 1);
  for (int i = 0; i < 50; ++i) {
    std::this_thread::sleep_for(30ms);
    watchdog.beat();
  }
}

TEST(Watchdog, LeavesAPausedProcessAlone) {
  Watchdog watchdog(0, 1);
  watchdog.pause();
  std::this_thread::sleep_for(2s);
  watchdog.resume();
  std::this_thread::sleep_for(100ms);
}

TEST(WatchdogDeathTest, SeesAStallAfterAPause) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Watchdog watchdog(7, 0.2);
        watchdog.pause();
        watchdog.resume();
        std::this_thread::sleep_for(20s);
      },
      ::testing::ExitedWithCode(3), "stalled");
}

// If it did not stop, the timeout of this test would end it.
TEST(Watchdog, StopsAtOnce) {
  {
    Watchdog watchdog(0, 3600);
  }
  {
    Watchdog none(0, 0);
  }
}

}  // namespace
}  // namespace fockproxy
