// The loop of every rank, or of every thread of a rank, in a Fock build: the tasks it draws, and what it notes.
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

// What one task took to compute. Trivially copyable.
struct TaskSeconds {
  TaskId id;
  std::int64_t quartets;
  double seconds, cpu;  // wall, and of the thread
};

// What one thread of a rank did in one build, as it notes it itself.
struct alignas(apart) LoopRecord {
  explicit LoopRecord(int blocks) : ledger(blocks) {}

  RankRecord rank;
  TaskLedger ledger;
  std::vector<TaskSeconds> task_seconds;  // empty unless RecordOptions::task_costs
  double done = 0;                        // now() when the thread had nothing left to do
};

// The tasks that one thread does, one after the other. Draws from the distributor whenever the tasks of the last draw
// are used up. Local. What it refers to must outlive it.
class TaskStream {
 public:
  // `home`: the rank that a draw goes to, -1 for none; `trace`: nullptr, or where draws are noted.
  TaskStream(Distributor& work, const BuildTasks& tasks, int home, TraceRing* trace)
      : work_(work), tasks_(tasks), home_(home), trace_(trace) {}

  // The next task, without blocks. Empty when none is left; then never called again.
  std::optional<TaskInFlight> next();
  // Adds the tasks that may be in flight together with the one in `batch`, up to `most` with it: those of its draw that
  // follow it with the same I and J.
  void add_alike(std::vector<TaskInFlight>& batch, int most);

 private:
  TaskInFlight numbered(Position position) const;

  Distributor& work_;
  const BuildTasks& tasks_;
  int home_;
  TraceRing* trace_;
  PositionRange drawn_{0, 0};  // what is left of the last draw
};

// What the loop moves and is moved by. Local; not thread-safe. Everything must outlive it.
class TaskLoop {
 public:
  TaskLoop(Watchdog& watchdog, Engine& engine, ProgressStrategy& progress, const FockConfig& config)
      : watchdog_(watchdog), engine_(engine), progress_(progress), config_(config) {}

  // Does what `work` deals, until nothing is left: fetches the D blocks of each task, has the engine add its quartets
  // to its F blocks, and sends these. Up to BlockOptions::most_in_flight() tasks of a draw go through these steps
  // together. What is fetched ahead travels while the engine computes.
  // drawn: keeps the contributions of the tasks that will be recomputed.
  void run(const BuildTasks& tasks, Distributor& work, BlockCache& blocks, DrawnTasks& drawn, LoopRecord& record);

 private:
  // Of the thread, in what an engine takes.
  struct Computing {
    double seconds = 0, cpu = 0;  // wall; and on a core, where it is wanted
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
