#include "timing/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "support/random.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {
namespace {

// Waits have long tails, so the interval must hold without knowledge of the distribution.
double exponential(std::uint64_t bits) { return -std::log(1 - unit_interval(bits)); }

TEST(MedianInterval, HoldsTheTrueMedianAsOftenAsItSays) {
  const double truth = std::log(2.0);
  for (const int n : {7, 30, 100, 1000}) {
    int held = 0;
    constexpr int experiments = 2000;
    for (int e = 0; e < experiments; ++e) {
      std::vector<double> samples;
      for (int i = 0; i < n; ++i) samples.push_back(exponential(hash_append(hash64(e), n * 7919 + i)));
      const MedianInterval interval = median_interval(samples);
      held += interval.low <= truth && truth <= interval.high;
    }
    EXPECT_GE(held, 0.945 * experiments) << n << " samples";
    EXPECT_LE(held, n < 10 ? experiments : 0.985 * experiments) << n << " samples: too wide to be of use";
  }
}

TEST(MedianInterval, IsOrderedAndNarrowsWithSamples) {
  std::vector<double> samples;
  double last = 1e9;
  for (const int n : {10, 100, 1000, 10000}) {
    while (std::ssize(samples) < n) samples.push_back(exponential(hash64(samples.size())));
    const MedianInterval interval = median_interval(samples);
    EXPECT_LE(interval.low, interval.median);
    EXPECT_LE(interval.median, interval.high);
    EXPECT_LT(interval.width(), last);
    last = interval.width();
  }
}

TEST(MedianInterval, OfOneSampleIsThatSample) {
  const MedianInterval interval = median_interval({3.0});
  EXPECT_EQ(interval.low, 3.0);
  EXPECT_EQ(interval.median, 3.0);
  EXPECT_EQ(interval.high, 3.0);
}

TEST(Clock, HasAResolutionAndACost) {
  const ClockCost cost = measure_clock();
  EXPECT_GT(cost.resolution, 0);
  EXPECT_GT(cost.reading, 0);
  EXPECT_LT(cost.reading, 1e-3);
}

}  // namespace
}  // namespace fockproxy
