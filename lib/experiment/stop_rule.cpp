#include "experiment/stop_rule.hpp"

#include <algorithm>

#include "support/clock.hpp"

namespace fockproxy {

StopRule::StopRule(const Limits& limits) : limits_(limits), deadline_(now() + limits.seconds) {}

bool StopRule::wants_more(const std::vector<double>& samples) {
  const auto taken = static_cast<std::int64_t>(samples.size());
  if (taken < limits_.fewest) return true;
  // Sorting them all after every round would take longer than the rounds.
  if (taken >= std::max(limits_.enough, looked_at_ + looked_at_ / 4)) {
    looked_at_ = taken;
    content_ = median_interval(samples).width() <= limits_.width;
  }
  return !content_ && now() < deadline_;
}

}  // namespace fockproxy
