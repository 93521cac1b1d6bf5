#include "experiment/median_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/clock.hpp"

namespace fockproxy {

MedianInterval median_interval(std::vector<double> samples) {
  std::ranges::sort(samples);
  const auto n = static_cast<std::ptrdiff_t>(samples.size());
  const double half = 0.98 * std::sqrt(static_cast<double>(n));  // 1.96 / 2
  const double below = std::floor(static_cast<double>(n) / 2 - half - 0.5);
  const auto low = std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(below), 0);
  const std::ptrdiff_t high = n - 1 - low;
  return {samples[static_cast<std::size_t>((n + 1) / 2 - 1)], samples[static_cast<std::size_t>(low)],
          samples[static_cast<std::size_t>(high)]};
}

ClockCost measure_clock() {
  constexpr int batches = 51, readings = 200;
  ClockCost cost{std::numeric_limits<double>::infinity(), 0};
  std::vector<double> each;
  for (int b = 0; b < batches; ++b) {
    const double begin = now();
    double last = begin;
    for (int i = 0; i < readings; ++i) {
      const double time = now();
      if (time > last) cost.resolution = std::min(cost.resolution, time - last);
      last = time;
    }
    each.push_back((last - begin) / readings);
  }
  cost.reading = median_interval(std::move(each)).median;
  return cost;
}

}  // namespace fockproxy
