#include "record/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace fockproxy {
namespace {

TEST(Distribution, QuantilesAreSamples) {
  std::vector<double> samples(1000);
  std::iota(samples.begin(), samples.end(), 1.0);
  std::reverse(samples.begin(), samples.end());
  const Distribution d = distribution_of(samples);
  EXPECT_EQ(d.count, 1000);
  EXPECT_DOUBLE_EQ(d.mean, 500.5);
  EXPECT_EQ(d.median, 500);
  EXPECT_EQ(d.p90, 900);
  EXPECT_EQ(d.p99, 990);
  EXPECT_EQ(d.p999, 999);
  EXPECT_EQ(d.maximum, 1000);
}

TEST(Distribution, TwoPeaksAreNotAveragedAway) {
  std::vector<double> samples(100, 1e-5);
  std::fill(samples.begin(), samples.begin() + 20, 2e-2);
  const Distribution d = distribution_of(samples);
  EXPECT_EQ(d.median, 1e-5);
  EXPECT_EQ(d.p90, 2e-2);
  EXPECT_NEAR(d.mean, 4e-3, 1e-5);
}

TEST(Distribution, OneSampleAndNone) {
  const Distribution one = distribution_of({0.25});
  EXPECT_EQ(one.median, 0.25);
  EXPECT_EQ(one.p999, 0.25);
  EXPECT_EQ(distribution_of({}).count, 0);
  EXPECT_EQ(distribution_of({}).maximum, 0);
}

TEST(LogHistogram, EverySampleFallsIntoTheBinThatHoldsIt) {
  for (int bin = 0; bin < LogHistogram::bins; ++bin) {
    EXPECT_EQ(LogHistogram::bin_of(LogHistogram::lower_edge(bin)), bin);
    EXPECT_EQ(LogHistogram::bin_of(1.01 * LogHistogram::lower_edge(bin)), bin);
    if (bin > 0) {
      EXPECT_EQ(LogHistogram::bin_of(0.99 * LogHistogram::lower_edge(bin)), bin - 1);
    }
  }
}

TEST(LogHistogram, NothingIsLostAtTheEnds) {
  LogHistogram histogram;
  for (const double seconds : {0.0, -1.0, 1e-12, 1e9, 1e-3}) histogram.add(seconds);
  EXPECT_EQ(std::accumulate(histogram.counts().begin(), histogram.counts().end(), std::int64_t{0}), 5);
  EXPECT_EQ(histogram.counts().front(), 3);
  EXPECT_EQ(histogram.counts().back(), 1);
}

TEST(JainFairness, FromOneForAllToOneOverN) {
  EXPECT_DOUBLE_EQ(jain_fairness({5, 5, 5, 5}), 1);
  EXPECT_DOUBLE_EQ(jain_fairness({0, 0, 0, 7}), 0.25);
  EXPECT_DOUBLE_EQ(jain_fairness({1, 3}), 16.0 / 20.0);
  EXPECT_DOUBLE_EQ(jain_fairness({0, 0}), 1);
}

}  // namespace
}  // namespace fockproxy
