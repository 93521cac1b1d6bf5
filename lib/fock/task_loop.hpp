// The loop of every rank, or of every thread of a rank, in a Fock build.
#pragma once

#include "fock/digestion.hpp"
#include "fock/exchange.hpp"
#include "fock/loop_record.hpp"
#include "fock/task_stream.hpp"
#include "parallel/watchdog.hpp"
#include "verification/drawn_tasks.hpp"

namespace fockproxy {

// What the loop moves and is moved by. Local; not thread-safe. Everything must outlive it.
class TaskLoop {
 public:
  TaskLoop(Watchdog& watchdog, Digestor& digestor, ProgressStrategy& progress, const FockConfig& config)
      : watchdog_(watchdog), digestor_(digestor), progress_(progress), config_(config) {}

  // Does what `work` deals, until nothing is left: fetches the D blocks of each task, adds its quartets to its F
  // blocks, and sends these. drawn: keeps the contributions of the tasks that will be recomputed.
  void run(const BuildPlan& plan, Distributor& work, BlockCache& blocks, DrawnTasks& drawn, LoopRecord& record);

 private:
  // The shell quartets that the task had.
  std::int64_t digest(const NumberedTask& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                      LoopRecord& record);

  Watchdog& watchdog_;
  Digestor& digestor_;
  ProgressStrategy& progress_;
  const FockConfig& config_;
};

}  // namespace fockproxy
