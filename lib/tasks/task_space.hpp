// Task ids, the numbers of the block quartets that survive screening. The quartets are not stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tasks/numbers.hpp"
#include "tasks/quartet_screen.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// The rows (I,J,K) of the canonical block quartets. A row holds (I J|K L) for L = 0 .. (K == I ? J : K). Rows are
// numbered with K fastest, then J, then I. Local; thread-safe.
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

// Maps the ids of a build to tasks. Immutable; thread-safe.
class TaskSource {
 public:
  virtual ~TaskSource() = default;

  virtual std::int64_t tasks() const = 0;  // ids are 0 .. tasks() - 1
  virtual Task task(TaskId id) const = 0;
};

// Counts the tasks that survive screening in the rows [first, last), and returns their number. For each r of
// [first, last), first_id[r - first] becomes the number of survivors in the rows first .. r - 1. Local. If ranks share
// the rows, each adds the number of survivors in the rows before its own.
std::int64_t number_tasks(const TaskRows& rows, const QuartetScreen& screen, std::int64_t first, std::int64_t last,
                          std::span<std::int64_t> first_id);

// Task ids 0 .. tasks()-1 run over the survivors in row order, L fastest. Immutable; thread-safe. Two things must
// outlive it: the screen that number_tasks() used, and the table `first_id`. The table has rows() + 1 entries. It grows
// with the third power of the number of blocks, and the ranks of a node share one.
class TaskSpace final : public TaskSource {
 public:
  // first_id: for each row the number of survivors in the rows before it. The last entry is the number of all
  // survivors.
  TaskSpace(TaskRows rows, const QuartetScreen& screen, std::span<const std::int64_t> first_id);

  std::int64_t tasks() const override { return first_id_.back(); }
  std::int64_t tasks_before_screening() const { return rows_.tasks(); }
  Task task(TaskId id) const override;
  // Bytes of the table for `blocks` blocks, so that the caller can refuse a table that does not fit before it is made.
  static double bytes_for(int blocks) { return 8.0 * static_cast<double>(TaskRows(blocks).rows() + 1); }

 private:
  TaskRows rows_;
  const QuartetScreen& screen_;
  std::span<const std::int64_t> first_id_;
};

}  // namespace fockproxy
