// From timed runs to one row of the counter experiment's table.
#pragma once

#include <string>
#include <vector>

#include "experiment/counter_run.hpp"
#include "record/distribution.hpp"

namespace fockproxy {

// Waits for counter values.
struct Waits {
  Distribution distribution;
  LogHistogram histogram;
};

// What one rank did in a run, mean over the runs: what the program of 2008 printed for each process. Seconds.
struct RankShare {
  double tasks = 0;
  double values = 0;  // getting values, the answer that none is left included
  double work = 0;    // computing
  double at_end = 0;  // from that answer until the last rank had its own
  double total = 0;   // from the common start until then
};

// Repeated runs of one configuration, their samples together. Seconds.
struct CounterRow {
  std::string fault;       // of the first run that failed; then nothing else is filled in
  int workers = 0;         // ranks that asked for tasks, also where they got none
  std::int64_t tasks = 0;  // of all runs
  std::int64_t runs = 0;
  // Per task, over all of them: as calibrated; as it was, wall and CPU.
  double ideal_work = 0, work = 0, cpu = 0;
  // Draws begun before the first worker ran out of tasks: of rank 1 (the paper's column), of all ranks, of those on the
  // root's node (without the root, whose draws reach nobody), of those on other nodes; and, apart, all later ones. A
  // rank that never got a value counts with how long it waited in vain.
  Waits rank1, all, root_node, other_nodes, tail;
  double seconds = 0;        // per run, from the common start until the last worker had no task left: median
  double ideal_seconds = 0;  // per run: undisturbed work shared out evenly over the workers, no waiting
  double values_per_second = 0;
  double fairness = 1;           // Jain's index over the workers' numbers of draws
  std::int64_t longest_run = 0;  // of consecutive draws by one rank
  // (work + wait) / undisturbed work; every wait counts, also in the tail.
  double degradation = 0;
  // The same over the work as it was measured, as in 2008: a helper that steals the core lengthens both, and this
  // factor then hides what it costs.
  double degradation_2008 = 0;
  double work_slowdown = 0;     // work / ideal work: what the strategy costs the computation
  double run_queue_share = 0;   // largest share of a worker's time spent ready to run but without a core
  double poll_share = 0;        // of undisturbed work: what polling took of the computing threads
  double helper_cpu_share = 0;  // of undisturbed work: CPU time of the helpers
  bool helper_inside_mpi = true;
  NamedCounts statistics;          // of the distributor, over all ranks and runs
  std::vector<RankShare> by_rank;  // of every rank, those that idle or serve too
};

// Local, rank 0. `node_of_rank` as Runtime::node_of.
CounterRow summarise(const std::vector<CounterRun>& runs, const std::vector<int>& node_of_rank);

// A row in which the machine, not the counter, was slow: some rank waited for a core for more than this share.
inline constexpr double disturbed_share = 0.05;
// Sleeping work: a null wait (Case 2) above this share of a task says that the scheduler is being measured.
inline constexpr double scheduler_bound_share = 0.05;

}  // namespace fockproxy
