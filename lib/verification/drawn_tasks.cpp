#include "verification/drawn_tasks.hpp"

#include <algorithm>
#include <cmath>

namespace fockproxy {

void DrawnTasks::begin(std::int64_t tasks, std::int64_t wanted) {
  kept_.clear();
  used_ = 0;
  draw_.begin(tasks, wanted);
}

std::size_t DrawnTasks::elements(const Task& task, int role) const {
  const auto [row, column] = block_pairs(task)[role];
  return static_cast<std::size_t>(partition_.functions(row)) * spins_ * partition_.functions(column);
}

bool DrawnTasks::before(TaskId id, const Task& task, const TaskBlocks& blocks) {
  const std::int64_t place = draw_.place(number(id));
  if (place < 0 || used_ >= memory_) return false;
  DrawnTask& drawn = kept_.emplace_back();
  drawn.id = number(id);
  drawn.place = place;
  drawn.task = task;
  for (int role = 0; role < block_roles; ++role) {
    const double* block = blocks.fock[role];
    const std::size_t n = elements(task, role);
    drawn.contribution[role].assign(block, block + n);
    drawn.density[role].assign(blocks.density[role], blocks.density[role] + n);
    used_ += 2 * 8.0 * static_cast<double>(n);
    double largest = 0;
    for (const double x : drawn.contribution[role]) largest = std::max(largest, std::abs(x));
    drawn.held[role] = largest;
  }
  return true;
}

void DrawnTasks::after(const TaskBlocks& blocks) {
  for (int role = 0; role < block_roles; ++role) {
    const double* block = blocks.fock[role];
    for (double& x : kept_.back().contribution[role]) x = *block++ - x;
  }
}

}  // namespace fockproxy
