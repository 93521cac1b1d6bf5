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

// first_id[r - first] becomes the number of survivors in rows first .. r - 1, for r of [first, last); the result is
// that in all of them. Local: ranks that share the rows out add what came before their own.
std::int64_t number_tasks(const TaskRows& rows, const QuartetScreen& screen, std::int64_t first, std::int64_t last,
                          std::span<std::int64_t> first_id);

// Task ids 0 .. tasks()-1 run over the survivors in row order, L fastest. Immutable; thread-safe. What it refers to
// must outlive it: the screen that counted, and the table, of rows() + 1 entries, which grows with the third power of
// the molecule and is needed once on a node.
class TaskSpace {
 public:
  // first_id: by row, the number of survivors in rows before it; that of all of them last.
  TaskSpace(TaskRows rows, const QuartetScreen& screen, std::span<const std::int64_t> first_id);

  std::int64_t tasks() const { return first_id_.back(); }
  std::int64_t tasks_before_screening() const { return rows_.tasks(); }
  Task task(TaskId id) const;  // precondition: 0 <= id < tasks()
  // Memory that the table of `blocks` blocks needs, to refuse it before it is made.
  static double bytes_for(int blocks) { return 8.0 * static_cast<double>(TaskRows(blocks).rows() + 1); }

 private:
  TaskRows rows_;
  const QuartetScreen& screen_;
  std::span<const std::int64_t> first_id_;
};

}  // namespace fockproxy
