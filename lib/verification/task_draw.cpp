#include "verification/task_draw.hpp"

#include <algorithm>

#include "support/random.hpp"

namespace fockproxy {

void TaskDraw::begin(std::int64_t tasks, std::int64_t wanted) {
  first_ = tasks == 0 ? 0 : (first_ + wanted_) % tasks;
  tasks_ = tasks;
  wanted_ = std::min(tasks, wanted);
  half_bits_ = 1;
  while ((std::int64_t{1} << (2 * half_bits_)) < tasks) ++half_bits_;
}

// A Feistel network of four rounds (Luby & Rackoff 1988) permutes 0 .. 4^half_bits - 1; walking along a cycle until it
// comes back below the number of tasks permutes those.
std::int64_t TaskDraw::permuted(std::int64_t id) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  auto value = static_cast<std::uint64_t>(id);
  do {
    std::uint64_t left = value >> half_bits_, right = value & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t mixed = left ^ (hash64(seed_ ^ (round << 56) ^ right) & mask);
      left = right;
      right = mixed;
    }
    value = left << half_bits_ | right;
  } while (value >= static_cast<std::uint64_t>(tasks_));
  return static_cast<std::int64_t>(value);
}

}  // namespace fockproxy
