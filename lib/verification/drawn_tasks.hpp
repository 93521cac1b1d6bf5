// What the drawn tasks of a build were given of D and added to F, kept until they can be recomputed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "support/cache_line.hpp"
#include "tasks/block_partition.hpp"
#include "tasks/block_roles.hpp"
#include "tasks/numbers.hpp"
#include "verification/task_draw.hpp"

namespace fockproxy {

// The six blocks of D of one task and its six contributions as its digestion left them, by role: rows x (spins *
// columns), row-major.
struct DrawnTask {
  std::int64_t id;
  std::int64_t place;  // in the draw: a random order
  Task task;
  std::array<std::vector<double>, block_roles> density, contribution;
  // What the blocks held before, the largest element by size: the scale of the rounding of the difference.
  std::array<double, block_roles> held;
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

  // Around the digestion of a task, outside of what is timed as computing. after() only where before() said true.
  bool before(TaskId id, const Task& task, const TaskBlocks& blocks);
  void after(const TaskBlocks& blocks);

  const std::vector<DrawnTask>& kept() const { return kept_; }  // in the order in which they were done

 private:
  std::size_t elements(const Task& task, int role) const;

  const BlockPartition& partition_;
  int spins_;
  double memory_, used_ = 0;
  TaskDraw draw_;
  std::vector<DrawnTask> kept_;
};

}  // namespace fockproxy
