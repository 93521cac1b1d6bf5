#include "timing/samples.hpp"

#include <algorithm>
#include <cmath>

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

StopRule::StopRule(const Limits& limits) : limits_(limits), deadline_(now() + limits.seconds) {}

bool StopRule::wants_more(const std::vector<double>& samples) {
  const auto taken = static_cast<std::int64_t>(samples.size());
  if (taken < limits_.fewest) return true;
  // Sorting all samples after every round would take longer than the rounds.
  if (taken >= std::max(limits_.enough, looked_at_ + looked_at_ / 4)) {
    looked_at_ = taken;
    content_ = median_interval(samples).width() <= limits_.width;
  }
  return !content_ && now() < deadline_;
}

}  // namespace fockproxy
