// One timed run of the shared-counter kernel of van Dam et al. (2008): draw, work, draw, work, and so on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "counters/distributor.hpp"
#include "experiment/busy_work.hpp"
#include "experiment/task_lengths.hpp"
#include "experiment/ticket_log.hpp"
#include "parallel/watchdog.hpp"
#include "progress/progress_strategy.hpp"
#include "record/operations.hpp"
#include "record/trace.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

// The objects of a run. All must outlive it.
struct CounterKernel {
  const Runtime& runtime;
  Watchdog& watchdog;
  const SyntheticWork& work;
  const TaskLengths& lengths;
  ClockOffset clock;           // of this rank
  TraceRing* trace = nullptr;  // records the draws and tasks of this rank; nullptr: no record
  std::int64_t label = -1;     // the label of the runs in the trace
};

// The part of one rank. Seconds; `begin` and `end` by the clock of rank 0. Trivially copyable.
struct RankRun {
  bool works = false;  // it asks for tasks, even if it gets none; false for idle and serving ranks
  std::int64_t tasks = 0;
  double ideal = 0;       // undisturbed time of its tasks, as calibrated
  double work = 0;        // the same as measured, wall
  double cpu = 0;         // CPU seconds of the working thread, work and waits
  double begin = 0;       // after the common start
  double end = 0;         // when it had the answer that no task is left, before it waits for any rank
  double last_wait = 0;   // for that answer; not counted among the draws
  double run_queue = 0;   // ready to run, but waiting for a core
  double poll = 0;        // of the work: polling for progress (--progress poll)
  double helper_cpu = 0;  // CPU seconds of the helper thread
  bool helper_inside_mpi = true;
  NamedCounts statistics;  // the counts of the distributor besides its draws
};

// Complete on rank 0; `fault` and `clock_error` are set on every rank.
struct CounterRun {
  std::vector<RankRun> ranks;
  TicketLog draws;
  double clock_error = 0;
  std::string fault;  // why its times are not valid; "" after a verified run
};

// Collective. Deals `tasks` tasks by `distributor` and verifies the dealing. `ordered`: the distributor deals tickets
// of one counter and draws each when it is requested. Ranks without work wait inside MPI. With busy work they spin, and
// so make progress as fast as they can; with sleeping work they sleep between tests.
CounterRun run_counter_kernel(const CounterKernel& kernel, Distributor& distributor, ProgressStrategy& progress,
                              std::int64_t tasks, bool ordered);

}  // namespace fockproxy
