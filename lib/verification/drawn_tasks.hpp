// The blocks of D and the contributions to F of the drawn tasks of a build, kept until they can be recomputed.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "device/block_memory.hpp"
#include "support/cache_line.hpp"
#include "tasks/block_partition.hpp"
#include "tasks/numbers.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// Goes through a seeded permutation of the tasks from build to build. No task is drawn twice before all were drawn, as
// long as their number stays the same. The draws are the same on every rank, and nothing is stored. Local.
class TaskDraw {
 public:
  explicit TaskDraw(std::uint64_t seed) : seed_(seed) {}

  // Begins a build of `tasks` tasks, of which min(tasks, wanted) are drawn.
  void begin(std::int64_t tasks, std::int64_t wanted);

  // The place of a task among those drawn, in random order; negative if it is not drawn. About 20 ns.
  std::int64_t place(TaskId id) const {
    assert(0 <= number(id) && number(id) < tasks_);
    const std::int64_t from_first = permuted(id) - first_;
    const std::int64_t place = from_first < 0 ? from_first + tasks_ : from_first;
    return place < wanted_ ? place : -1;
  }

 private:
  std::int64_t permuted(TaskId id) const;

  std::uint64_t seed_;
  std::int64_t tasks_ = 0, wanted_ = 0, first_ = 0;
  int half_bits_ = 0;
};

// The six blocks of D of one task, and its six contributions after digestion, by role: rows x (spins * columns),
// row-major.
struct DrawnTask {
  TaskId id;
  std::int64_t place;  // in the draw, which has a random order
  Task task;
  std::array<std::vector<double>, block_roles> density{}, contribution{};
  std::array<double*, block_roles> fock{};  // the destination of the contributions; only until DrawnTasks::after()
};

// Keeps the drawn tasks that this rank does, up to a limit of memory. Local; not thread-safe. The partition must
// outlive it.
class alignas(apart) DrawnTasks {
 public:
  static constexpr double default_memory = 64e6;  // bytes
  static constexpr int fewest = 8;                // the smallest number to draw for a rank, if there are as many

  DrawnTasks(const BlockPartition& partition, int spins, std::uint64_t seed, double memory = default_memory)
      : partition_(partition), spins_(spins), memory_(memory), draw_(seed) {}

  // See TaskDraw::begin(). Removes the kept tasks.
  void begin(std::int64_t tasks, std::int64_t wanted);

  // Call these before and after the digestion of a batch of tasks, outside the time for computing. For a drawn task,
  // before() sets its own blocks of F in `blocks`, with zeros. after() adds the content of these, for all tasks since
  // its last call, to the original blocks of F of the tasks. All blocks are in `memory`, the same in all calls, which
  // must outlive the object.
  void before(TaskId id, const Task& task, TaskBlocks& blocks, BlockMemory& memory = host_memory());
  void after();

  const std::vector<DrawnTask>& kept() const { return kept_; }  // in the order in which they were done

 private:
  std::size_t elements(const Task& task, int role) const;
  // The block for a contribution to a block of F that is not on the host. place: below block_roles times the number of
  // drawn tasks in flight.
  double* on_device(std::size_t place);

  const BlockPartition& partition_;
  int spins_;
  double memory_, used_ = 0;
  BlockMemory* blocks_ = &host_memory();
  std::vector<PlacedBlock> on_device_;  // empty if blocks are on the host
  std::vector<double> room_;            // likewise: a copy of one block
  TaskDraw draw_;
  std::vector<DrawnTask> kept_;
  std::size_t added_ = 0;  // of kept_: already handled by after()
};

}  // namespace fockproxy
