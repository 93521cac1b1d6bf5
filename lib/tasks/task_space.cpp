#include "tasks/task_space.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fockproxy {

TaskRows::TaskRows(int blocks) : first_row_(blocks + 1) {
  for (int i = 0; i < blocks; ++i) first_row_[i + 1] = first_row_[i] + std::int64_t{i + 1} * (i + 1);
}

std::int64_t TaskRows::tasks() const {
  const std::int64_t blocks = static_cast<std::int64_t>(first_row_.size()) - 1;
  const std::int64_t pairs = blocks * (blocks + 1) / 2;
  return pairs % 2 == 0 ? pairs / 2 * (pairs + 1) : (pairs + 1) / 2 * pairs;
}

TaskRows::Row TaskRows::row(std::int64_t index) const {
  assert(0 <= index && index < rows());
  const auto above = std::upper_bound(first_row_.begin(), first_row_.end(), index);
  const int i = static_cast<int>(above - first_row_.begin()) - 1;
  const std::int64_t rest = index - first_row_[i];
  return {i, static_cast<int>(rest / (i + 1)), static_cast<int>(rest % (i + 1))};
}

std::int64_t number_tasks(const TaskRows& rows, const QuartetScreen& screen, std::int64_t first, std::int64_t last,
                          std::span<std::int64_t> first_id) {
  std::int64_t survivors = 0;
  for (std::int64_t r = first; r < last; ++r) {
    const TaskRows::Row row = rows.row(r);
    first_id[r - first] = survivors;
    if (!screen.keeps_row(row.i, row.j, row.k)) continue;
    for (int l = 0; l < row.tasks(); ++l) survivors += screen.keeps(Task{row.i, row.j, row.k, l});
  }
  return survivors;
}

TaskSpace::TaskSpace(TaskRows rows, const QuartetScreen& screen, std::span<const std::int64_t> first_id)
    : rows_(std::move(rows)), screen_(screen), first_id_(first_id) {}

Task TaskSpace::task(TaskId id) const {
  assert(0 <= number(id) && number(id) < tasks());
  const auto above = std::upper_bound(first_id_.begin(), first_id_.end(), number(id));
  const std::int64_t r = above - first_id_.begin() - 1;
  const auto [i, j, k] = rows_.row(r);
  std::int64_t ahead = number(id) - first_id_[r];  // surviving tasks of the row before this one
  for (int l = 0;; ++l) {
    const Task task{i, j, k, l};
    if (screen_.keeps(task) && ahead-- == 0) return task;
  }
}

}  // namespace fockproxy
