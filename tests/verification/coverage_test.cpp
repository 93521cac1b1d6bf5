#include "verification/coverage.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fockproxy {
namespace {

TEST(Power, OfNothingIsNone) {
  EXPECT_EQ(smallest_share_caught(0, 0), 0);
  EXPECT_EQ(smallest_share_caught(1000, 0), 1);
}

TEST(Power, OfEverythingIsOneFaulty) {
  EXPECT_EQ(smallest_share_caught(1, 1), 1);
  EXPECT_EQ(smallest_share_caught(1000, 1000), 1e-3);
}

// With all but one drawn, one faulty task is missed once in a thousand times, less often than once in a hundred.
TEST(Power, OfAllButOneIsOneFaultyToo) {
  EXPECT_EQ(smallest_share_caught(1000, 999), 1e-3);
  EXPECT_EQ(smallest_share_caught(50, 49), 2.0 / 50);
}

TEST(Power, OfAFewAmongManyIsThatOfIndependentDraws) {
  for (const std::int64_t drawn : {10, 100, 1000})
    EXPECT_NEAR(smallest_share_caught(1'000'000'000, drawn), 1 - std::pow(0.01, 1.0 / static_cast<double>(drawn)),
                1e-6);
}

// Compared with the product that defines it: none of the drawn tasks is faulty.
TEST(Power, IsTheSmallestShareThatIsMissedOnceInAHundredTimes) {
  for (const auto& [all, drawn] : {std::pair(40, 11), std::pair(200, 30), std::pair(1000, 250)}) {
    const auto missed = [all = all, drawn = drawn](int faulty) {
      double p = 1;
      for (int n = 0; n < drawn; ++n) p *= std::max(0.0, static_cast<double>(all - faulty - n) / (all - n));
      return p;
    };
    const auto faulty = static_cast<int>(std::lround(smallest_share_caught(all, drawn) * all));
    EXPECT_LE(missed(faulty), 0.01 * (1 + 1e-9));
    EXPECT_GT(missed(faulty - 1), 0.01 * (1 - 1e-9));
  }
}

TEST(Coverage, FindsTheSmallestShareWithItsCertainty) {
  for (const auto& [all, drawn] : {std::pair(40, 11), std::pair(200, 30), std::pair(1000, 250)}) {
    const Coverage coverage{.tasks = all, .tasks_recomputed = drawn};
    const double share = coverage.smallest_share_of_tasks();
    EXPECT_GE(coverage.chance_to_find(share), Coverage::certainty - 1e-9);
    EXPECT_LT(coverage.chance_to_find(share - 1.0 / all), Coverage::certainty);
    EXPECT_EQ(coverage.chance_to_find(0), 0);
    EXPECT_EQ(coverage.chance_to_find(1), 1);
  }
  // One of four tasks is faulty, and one is drawn.
  EXPECT_NEAR((Coverage{.tasks = 4, .tasks_recomputed = 1}.chance_to_find(0.25)), 0.25, 1e-12);
}

TEST(Coverage, AddsUp) {
  Coverage run{.tasks = 10, .tasks_recomputed = 3};
  run += Coverage{.tasks = 20, .tasks_recomputed = 4, .quartets = 7, .bounds_recomputed = 2};
  EXPECT_EQ(run.tasks, 30);
  EXPECT_EQ(run.tasks_recomputed, 7);
  EXPECT_EQ(run.quartets, 7);
  EXPECT_EQ(run.bounds_recomputed, 2);
}

}  // namespace
}  // namespace fockproxy
