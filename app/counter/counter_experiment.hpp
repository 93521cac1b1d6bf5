// The rows of the counter experiment: case x counter x window, made ready, run in turns, verified.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/counter/counter_options.hpp"
#include "app/shared/subcommand.hpp"
#include "experiment/counter_row.hpp"

namespace fockproxy {

// van Dam et al. (2008): in Case 1 every rank works, in Case 2 the root is idle inside MPI, in Case 3 every rank works
// beside a helper thread that is blocked inside MPI.
struct CounterConfig {
  int experiment_case = 1;
  std::string counter;           // a counter or a distributor
  std::string window;            // "-" where it has none
  std::string progress;          // the strategy in effect
  bool null = false;             // not asked for: Case 2 for the judgement of sleeping work
  std::string unsupported;       // why this row cannot run here; the same on every rank
  CounterRow row;                // on rank 0
  bool disturbed = false;        // a core was short
  bool scheduler_bound = false;  // sleeping work, and the null wait is no longer small beside a task
};

// What `options` ask for, in the order of the table. Local.
std::vector<CounterConfig> planned_rows(const CounterOptions& options);

// Collective. Runs every row options.repeat times, one after the other and then all again, so that a drift of the
// machine meets all alike, and fills in the rows. In `trace`, unless nullptr, runs are labelled by their row's number.
void run_rows(const CommandContext& context, const CounterOptions& options, const SyntheticWork& work,
              const TaskLengths& lengths, TraceRing* trace, std::vector<CounterConfig>& rows);

}  // namespace fockproxy
