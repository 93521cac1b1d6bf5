// One timed run of the shared-counter kernel of van Dam et al. (2008): draw, work, draw, work...
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

// What moves in a run. Everything must outlive it.
struct CounterKernel {
  const Runtime& runtime;
  Watchdog& watchdog;
  const SyntheticWork& work;
  const TaskLengths& lengths;
  ClockOffset clock;           // of this rank
  TraceRing* trace = nullptr;  // where this rank records its draws and tasks; nullptr: nowhere
  std::int64_t label = -1;     // of the runs in the trace
};

// One rank's part. Seconds; `begin` and `end` on rank 0's clock. Trivially copyable.
struct RankRun {
  bool works = false;  // it asks for tasks, whether or not it gets any; not so who idles or serves
  std::int64_t tasks = 0;
  double ideal = 0;       // of its tasks, undisturbed: as calibrated
  double work = 0;        // the same as it was, wall
  double cpu = 0;         // CPU seconds of the working thread, work and waits
  double begin = 0;       // after the common start
  double end = 0;         // when it had learnt that no task is left; before it waits for anyone
  double last_wait = 0;   // for that answer, which is kept apart from the draws
  double run_queue = 0;   // ready to run, but waiting for a core
  double poll = 0;        // of the work: polling for progress (--progress poll)
  double helper_cpu = 0;  // CPU seconds of the helper thread
  bool helper_inside_mpi = true;
  NamedCounts statistics;  // what the distributor counts beside its draws
};

// Complete on rank 0; `fault` and `clock_error` on every rank.
struct CounterRun {
  std::vector<RankRun> ranks;
  TicketLog draws;
  double clock_error = 0;
  std::string fault;  // why none of its times may be believed; "" after a verified run
};

// Collective. Deals `tasks` tasks by `distributor` and verifies what was dealt; `ordered` says that it deals tickets
// of one counter, each drawn when it is asked for. Ranks without work wait inside MPI: spinning (and so making progress
// as fast as they can) beside busy work, napping beside sleeping work.
CounterRun run_counter_kernel(const CounterKernel& kernel, Distributor& distributor, ProgressStrategy& progress,
                              std::int64_t tasks, bool ordered);

}  // namespace fockproxy
