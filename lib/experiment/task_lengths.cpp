#include "experiment/task_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {

LengthLaw parse_length_law(std::string_view name) {
  std::string known;
  for (int law = 0; law < 4; ++law) {
    if (name == length_law_names[law]) return static_cast<LengthLaw>(law);
    known += (law ? ", " : "") + std::string(length_law_names[law]);
  }
  throw UsageError("the law of task lengths '" + std::string(name) + "' is not one of " + known);
}

TaskLengths::TaskLengths(LengthLaw law, double mean_seconds, std::uint64_t seed)
    : law_(law), mean_(mean_seconds), seed_(seed) {}

TaskLengths::TaskLengths(std::vector<double> recorded_seconds, double stretch)
    : recorded_(std::move(recorded_seconds)) {
  if (recorded_.empty()) throw AgreedUsageError("there are no recorded task costs to replay");
  for (double& seconds : recorded_) seconds *= stretch;
  mean_ = std::accumulate(recorded_.begin(), recorded_.end(), 0.0) / static_cast<double>(recorded_.size());
}

double TaskLengths::seconds(Position position) const {
  if (!recorded_.empty()) return recorded_[static_cast<std::size_t>(position) % recorded_.size()];
  const std::uint64_t hash = hash_append(seed_, static_cast<std::uint64_t>(position));
  const double u = unit_interval(hash);
  switch (law_) {
    case LengthLaw::fixed: return mean_;
    case LengthLaw::uniform: return mean_ * (0.5 + u);
    case LengthLaw::exponential: return -mean_ * std::log1p(-u);
    case LengthLaw::lognormal: {
      // Box & Muller (1958). exp(sigma x - sigma^2 / 2) has the mean 1.
      const double v = unit_interval(hash64(hash));
      const double normal = std::sqrt(-2 * std::log1p(-u)) * std::cos(2 * std::numbers::pi * v);
      return mean_ * std::exp(normal - 0.5);
    }
  }
  return mean_;
}

double TaskLengths::total(std::int64_t tasks) const {
  double sum = 0;
  for (Position position{}; position < Position{tasks}; ++position) sum += seconds(position);
  return sum;
}

}  // namespace fockproxy
