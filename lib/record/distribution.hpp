// The distribution of a set of waits. A mean alone would hide the two peaks of a stall.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fockproxy {

// Seconds. All zero without samples. The q-quantile is the smallest sample that at least a share q of all samples does
// not exceed (nearest rank), so it is one of the samples.
struct Distribution {
  std::int64_t count = 0;
  double mean = 0, median = 0, p90 = 0, p99 = 0, p999 = 0, maximum = 0;
};
Distribution distribution_of(std::vector<double> seconds);

// Counts on a log scale: `bins_per_decade` bins per decade from 10 ns to 1000 s. Values outside count in the first or
// last bin.
class LogHistogram {
 public:
  static constexpr int bins_per_decade = 5;
  static constexpr int decades = 11;
  static constexpr int bins = bins_per_decade * decades;

  static double lower_edge(int bin);  // seconds
  static int bin_of(double seconds);
  void add(double seconds) { ++counts_[bin_of(seconds)]; }
  const std::array<std::int64_t, bins>& counts() const { return counts_; }

 private:
  std::array<std::int64_t, bins> counts_{};
};

// Jain's index of fairness (Jain, Chiu & Hawe 1984), (sum x)^2 / (n sum x^2): 1 if all shares are equal, 1/n if one has
// everything. 1 if all are zero or there are none.
double jain_fairness(const std::vector<double>& shares);

}  // namespace fockproxy
