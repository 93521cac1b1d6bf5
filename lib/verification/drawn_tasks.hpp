// What the drawn tasks of a build were given of D and added to F, kept until they can be recomputed.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "support/cache_line.hpp"
#include "tasks/block_partition.hpp"
#include "tasks/numbers.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// A seeded permutation of the tasks is gone through from build to build: no task is drawn twice before all were, as
// long as their number stays the same. The same draws on every rank; nothing is stored. Local.
class TaskDraw {
 public:
  explicit TaskDraw(std::uint64_t seed) : seed_(seed) {}

  // The next build has so many tasks, of which min(tasks, wanted) are drawn.
  void begin(std::int64_t tasks, std::int64_t wanted);

  // The place of a task among those drawn, random order; negative if it is not. About 20 ns.
  std::int64_t place(TaskId id) const {
    assert(0 <= number(id) && number(id) < tasks_);
    const std::int64_t from_first = permuted(number(id)) - first_;
    const std::int64_t place = from_first < 0 ? from_first + tasks_ : from_first;
    return place < wanted_ ? place : -1;
  }

 private:
  std::int64_t permuted(std::int64_t id) const;

  std::uint64_t seed_;
  std::int64_t tasks_ = 0, wanted_ = 0, first_ = 0;
  int half_bits_ = 0;
};

// The six blocks of D of one task and its six contributions as its digestion left them, by role: rows x (spins *
// columns), row-major.
struct DrawnTask {
  TaskId id;
  std::int64_t place;  // in the draw: a random order
  Task task;
  std::array<std::vector<double>, block_roles> density{}, contribution{};
  std::array<double*, block_roles> fock{};  // where the contributions go; until DrawnTasks::after() only
};

// Keeps the tasks of the draw that this rank does, up to a limit of memory. Local; not thread-safe. The partition must
// outlive it.
class alignas(apart) DrawnTasks {
 public:
  static constexpr double default_memory = 64e6;  // bytes
  static constexpr int fewest = 8;                // to be drawn for a rank, where there are so many

  DrawnTasks(const BlockPartition& partition, int spins, std::uint64_t seed, double memory = default_memory)
      : partition_(partition), spins_(spins), memory_(memory), draw_(seed) {}

  // See TaskDraw::begin(). Forgets what was kept.
  void begin(std::int64_t tasks, std::int64_t wanted);

  // Around the digestion of a batch of tasks, outside of what is timed as computing. Where a task is drawn, before()
  // gives it blocks of F of its own in `blocks`, zero. after() adds what these then hold, of all tasks since it was
  // last called, to the blocks of F that the tasks had before.
  void before(TaskId id, const Task& task, TaskBlocks& blocks);
  void after();

  const std::vector<DrawnTask>& kept() const { return kept_; }  // in the order in which they were done

 private:
  std::size_t elements(const Task& task, int role) const;

  const BlockPartition& partition_;
  int spins_;
  double memory_, used_ = 0;
  TaskDraw draw_;
  std::vector<DrawnTask> kept_;
  std::size_t added_ = 0;  // of kept_: after() has seen them
};

}  // namespace fockproxy
