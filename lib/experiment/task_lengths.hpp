// The length of each task of the counter kernel.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tasks/numbers.hpp"

namespace fockproxy {

// uniform: from half the mean to one and a half; lognormal: with shape sigma = 1. All have the requested mean.
enum class LengthLaw { fixed, uniform, exponential, lognormal };
inline constexpr std::string_view length_law_names[] = {"fixed", "uniform", "exponential", "lognormal"};
LengthLaw parse_length_law(std::string_view name);  // throws UsageError listing the names

// The length of a task depends only on its position and the seed. Each rank and run does the same work for it.
// Immutable; thread-safe.
class TaskLengths {
 public:
  TaskLengths(LengthLaw law, double mean_seconds, std::uint64_t seed);
  // Recorded costs of a real Fock build, each multiplied by `stretch`. Positions beyond the end start again from the
  // first.
  TaskLengths(std::vector<double> recorded_seconds, double stretch);

  double seconds(Position position) const;
  double total(std::int64_t tasks) const;  // of positions [0, tasks)
  double mean() const { return mean_; }

 private:
  LengthLaw law_ = LengthLaw::fixed;
  double mean_;
  std::uint64_t seed_ = 0;
  std::vector<double> recorded_;
};

}  // namespace fockproxy
