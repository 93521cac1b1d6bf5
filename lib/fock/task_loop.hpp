// The loop of a rank, or of one thread of it, over the tasks of a Fock build, and its record.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blocks/block_cache.hpp"
#include "counters/distributor.hpp"
#include "digestion/engine.hpp"
#include "fock/build_plan.hpp"
#include "fock/task_ledger.hpp"
#include "parallel/watchdog.hpp"
#include "record/operations.hpp"
#include "record/trace.hpp"
#include "support/cache_line.hpp"
#include "support/clock.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

// The time of the computation of one task. Trivially copyable.
struct TaskSeconds {
  TaskId id;
  std::int64_t quartets;
  double seconds, cpu;  // wall, and of the thread
};

// The record of one thread of a rank for one build. The thread writes it.
struct alignas(apart) LoopRecord {
  explicit LoopRecord(int blocks) : ledger(blocks) {}

  RankRecord rank;
  TaskLedger ledger;
  std::vector<TaskSeconds> task_seconds;  // empty unless RecordOptions::task_costs
  double done = 0;                        // now() when no task was left for the thread
};

// The sequence of tasks of one thread. Draws from the distributor when the tasks of the last draw are done. Local. All
// objects that it refers to must outlive it.
class TaskStream {
 public:
  // `home`: the target rank of a draw, -1 for none. `trace`: records draws; nullptr: no record.
  TaskStream(Distributor& work, const BuildTasks& tasks, int home, TraceRing* trace)
      : work_(work), tasks_(tasks), home_(home), trace_(trace) {}

  // The next task, without blocks. Empty if none is left; do not call it again after that.
  std::optional<TaskInFlight> next();
  // Adds to `batch` the tasks that may be in flight together with its one task: the next ones of the same draw with the
  // same I and J. `batch` then has at most `most` tasks.
  void add_alike(std::vector<TaskInFlight>& batch, int most);

 private:
  TaskInFlight numbered(Position position) const;

  Distributor& work_;
  const BuildTasks& tasks_;
  int home_;
  TraceRing* trace_;
  PositionRange drawn_{0, 0};  // the remaining tasks of the last draw
};

// The loop of one thread. Local; not thread-safe. All objects that it refers to must outlive it.
class TaskLoop {
 public:
  TaskLoop(Watchdog& watchdog, Engine& engine, ProgressStrategy& progress, const FockConfig& config)
      : watchdog_(watchdog), engine_(engine), progress_(progress), config_(config) {}

  // Does the tasks that `work` deals until none is left. For each task it fetches the D blocks, has the engine add the
  // quartets to the F blocks, and sends the F blocks. Up to BlockOptions::most_in_flight() tasks of a draw go through
  // these steps together. Blocks that are fetched ahead are in flight while the engine computes. drawn: keeps the
  // contributions of the tasks that will be recomputed.
  void run(const BuildTasks& tasks, Distributor& work, BlockCache& blocks, DrawnTasks& drawn, LoopRecord& record);

 private:
  // Time of the thread in calls of the engine.
  struct Computing {
    double begin = 0;             // now() of the thread
    double seconds = 0, cpu = 0;  // wall time; CPU time if it is recorded
  };
  Computing submit(const QuartetScreen& screen);
  Computing wait();
  double cpu() const { return config_.record.task_cpu ? thread_cpu_seconds() : 0; }
  void note(const Computing& computing, LoopRecord& record) const;

  Watchdog& watchdog_;
  Engine& engine_;
  ProgressStrategy& progress_;
  const FockConfig& config_;
  std::vector<TaskInFlight> batch_;
};

}  // namespace fockproxy
