#include "verification/drawn_tasks.hpp"

#include <algorithm>
#include <utility>

#include "support/random.hpp"

namespace fockproxy {

void DrawnTasks::begin(std::int64_t tasks, std::int64_t wanted) {
  kept_.clear();
  added_ = 0;
  used_ = 0;
  draw_.begin(tasks, wanted);
}

std::size_t DrawnTasks::elements(const Task& task, int role) const {
  const auto [row, column] = block_pairs(task)[role];
  return static_cast<std::size_t>(partition_.functions(row)) * spins_ * partition_.functions(column);
}

double* DrawnTasks::on_device(std::size_t place) {
  const std::size_t largest =
      static_cast<std::size_t>(partition_.largest_block()) * partition_.largest_block() * spins_;
  while (on_device_.size() <= place) on_device_.emplace_back(*blocks_, largest);
  return on_device_[place].data();
}

void DrawnTasks::before(TaskId id, const Task& task, TaskBlocks& blocks, BlockMemory& memory) {
  const std::int64_t place = draw_.place(id);
  if (place < 0 || used_ >= memory_) return;
  blocks_ = &memory;
  const std::size_t first = block_roles * (kept_.size() - added_);  // of its blocks on a device
  kept_.push_back({.id = id, .place = place, .task = task});
  DrawnTask& drawn = kept_.back();
  for (int role = 0; role < block_roles; ++role) {
    const std::size_t n = elements(task, role);
    const double* const density = memory.content(blocks.density[role], n, room_);
    drawn.density[role].assign(density, density + n);
    drawn.contribution[role].assign(n, 0.0);
    double* const own = memory.on_host() ? drawn.contribution[role].data() : on_device(first + role);
    if (!memory.on_host()) memory.set_to_zero(own, n);
    drawn.fock[role] = std::exchange(blocks.fock[role], own);
    used_ += 2 * 8.0 * static_cast<double>(n);
  }
}

void DrawnTasks::after() {
  for (std::size_t place = 0; added_ < kept_.size(); ++added_) {
    DrawnTask& drawn = kept_[added_];
    for (int role = 0; role < block_roles; ++role, ++place) {
      std::vector<double>& contribution = drawn.contribution[role];
      if (!blocks_->on_host()) blocks_->copy_to_host(contribution.data(), on_device(place), contribution.size());
      blocks_->add(std::exchange(drawn.fock[role], nullptr), contribution.data(), contribution.size());
    }
  }
}

void TaskDraw::begin(std::int64_t tasks, std::int64_t wanted) {
  first_ = tasks == 0 ? 0 : (first_ + wanted_) % tasks;
  tasks_ = tasks;
  wanted_ = std::min(tasks, wanted);
  half_bits_ = 1;
  while ((std::int64_t{1} << (2 * half_bits_)) < tasks) ++half_bits_;
}

// A Feistel network of four rounds (Luby & Rackoff 1988) permutes 0 .. 4^half_bits - 1. It is repeated until the result
// is below the number of tasks, which permutes those.
std::int64_t TaskDraw::permuted(TaskId id) const {
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
