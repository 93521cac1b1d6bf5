#include "parallel/watchdog.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

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
        watchdog.before_the_end([] { [[maybe_unused]] const auto n = write(STDERR_FILENO, "last words\n", 11); });
        for (;;) {
          watchdog.locate("step of a row");
          std::this_thread::sleep_for(20ms);
        }
      },
      ::testing::ExitedWithCode(3), "last seen in: step of a row\nlast words\n$");
}

TEST(Watchdog, LeavesAMovingProcessAlone) {
  Watchdog watchdog(0, 0.3);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(30ms);
    watchdog.beat();
  }
}

TEST(Watchdog, LeavesAPausedProcessAlone) {
  Watchdog watchdog(0, 0.2);
  watchdog.pause();
  std::this_thread::sleep_for(600ms);
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

TEST(Watchdog, StopsAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  { Watchdog watchdog(0, 3600); }
  { Watchdog none(0, 0); }
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

}  // namespace
}  // namespace fockproxy
