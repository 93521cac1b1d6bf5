// How long each task of the counter kernel lasts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fockproxy {

// uniform: from half the mean to one and a half; lognormal: of shape sigma = 1. All have the mean that was asked for.
enum class LengthLaw { fixed, uniform, exponential, lognormal };
inline constexpr std::string_view length_law_names[] = {"fixed", "uniform", "exponential", "lognormal"};
LengthLaw parse_length_law(std::string_view name);  // throws UsageError listing the names

// The length of a task depends on its id and the seed alone: whoever does it, and in whatever run, it is the same work.
// Immutable; thread-safe.
class TaskLengths {
 public:
  TaskLengths(LengthLaw law, double mean_seconds, std::uint64_t seed);
  // Recorded costs of a real Fock build, each `stretch` times as long; ids past the end start over.
  TaskLengths(std::vector<double> recorded_seconds, double stretch);

  double seconds(std::int64_t id) const;
  double total(std::int64_t tasks) const;  // of ids [0, tasks)
  double mean() const { return mean_; }

 private:
  LengthLaw law_ = LengthLaw::fixed;
  double mean_;
  std::uint64_t seed_ = 0;
  std::vector<double> recorded_;
};

}  // namespace fockproxy
