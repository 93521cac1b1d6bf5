// Task ids: the block quartets that survive screening, numbered without storing them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tasks/numbers.hpp"
#include "tasks/quartet_screen.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// The rows (I,J,K) of the canonical block quartets: a row holds (I J|K L) for L = 0 .. (K == I ? J : K). Rows are
// numbered K fastest, then J, then I. Pure arithmetic; thread-safe.
class TaskRows {
 public:
  explicit TaskRows(int blocks);

  struct Row {
    int i, j, k;
    int tasks() const { return (k == i ? j : k) + 1; }
  };
  std::int64_t rows() const { return first_row_.back(); }
  std::int64_t tasks() const;  // canonical block quartets, before screening
  Row row(std::int64_t index) const;

 private:
  std::vector<std::int64_t> first_row_;  // by I: the number of rows with a smaller I
};

// Survivors in rows first, first + stride, ...: counts[r] for those rows; other entries are left alone. Local, so that
// ranks can share the counting and sum their parts. counts has TaskRows::rows() entries.
void count_tasks(const TaskRows& rows, const QuartetScreen& screen, std::int64_t first, std::int64_t stride,
                 std::span<std::int64_t> counts);

// Task ids 0 .. tasks()-1 run over the survivors in row order, L fastest. Memory: 8 bytes a row. Immutable after
// construction; thread-safe. The screen must outlive it and be the one that counted.
class TaskSpace {
 public:
  TaskSpace(TaskRows rows, const QuartetScreen& screen, std::vector<std::int64_t> counts);

  std::int64_t tasks() const { return first_id_.back(); }
  std::int64_t tasks_before_screening() const { return rows_.tasks(); }
  Task task(TaskId id) const;  // precondition: 0 <= id < tasks()
  double bytes() const { return 8.0 * static_cast<double>(first_id_.size()); }

  // Memory that a space of `blocks` blocks needs, to refuse it before it is made.
  static double bytes_for(int blocks) { return 8.0 * static_cast<double>(TaskRows(blocks).rows() + 1); }

 private:
  TaskRows rows_;
  const QuartetScreen& screen_;
  std::vector<std::int64_t> first_id_;  // rows + 1 entries: prefix sums of the counts
};

}  // namespace fockproxy
