// Summarises timed runs as one row of the counter experiment's table.
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

// The times of one rank in a run, as the mean over the runs: the values that the program of 2008 printed for each
// process. Seconds.
struct RankShare {
  double tasks = 0;
  double values = 0;  // getting values, including the answer that no task is left
  double work = 0;    // computing
  double at_end = 0;  // from that answer until the last rank had its answer
  double total = 0;   // from the common start to this moment
};

// Repeated runs of one configuration, with all samples together. Seconds.
struct CounterRow {
  std::string fault;       // of the first run that failed; then all other members are unset
  int workers = 0;         // ranks that asked for tasks, even if they got none
  std::int64_t tasks = 0;  // of all runs
  std::int64_t runs = 0;
  // Mean per task over all tasks: as calibrated; as measured, wall and CPU.
  double ideal_work = 0, work = 0, cpu = 0;
  // The waits of draws that began before the first worker ran out of tasks; `tail` has all later draws. rank1: of rank
  // 1 (the paper's column). root_node: of the ranks on the root's node, without the root, whose draws reach no other
  // rank. A rank that never got a value counts with the length of its wait.
  Waits rank1, all, root_node, other_nodes, tail;
  double seconds = 0;        // per run, from the common start until the last worker had no task left: median
  double ideal_seconds = 0;  // per run: undisturbed work divided evenly over the workers, without waits
  double values_per_second = 0;
  double fairness = 1;           // Jain's index over the workers' numbers of draws
  std::int64_t longest_run = 0;  // of consecutive draws by one rank
  // (work + wait) / undisturbed work; every wait counts, also in the tail.
  double degradation = 0;
  // The same with the measured work in the denominator, as in 2008. A helper that takes time on the core lengthens
  // both, so this factor hides the cost of the helper.
  double degradation_2008 = 0;
  double work_slowdown = 0;     // work / ideal work: the cost of the strategy for the computation
  double run_queue_share = 0;   // largest share of a worker's time spent ready to run but without a core
  double poll_share = 0;        // of undisturbed work: time of polls on the computing threads
  double helper_cpu_share = 0;  // of undisturbed work: CPU time of the helpers
  bool helper_inside_mpi = true;
  NamedCounts statistics;          // of the distributor, over all ranks and runs
  std::vector<RankShare> by_rank;  // of every rank, including those that idle or serve
};

// Local, on rank 0. `node_of_rank`: as in Runtime::node_of.
CounterRow summarise(const std::vector<CounterRun>& runs, const std::vector<int>& node_of_rank);

// A rank that waited for a core for more than this share of the time marks its row as disturbed: the machine was slow,
// not the counter.
inline constexpr double disturbed_share = 0.05;
// With sleeping work, a null wait (Case 2) above this share of a task means that the row measures the scheduler.
inline constexpr double scheduler_bound_share = 0.05;

}  // namespace fockproxy
