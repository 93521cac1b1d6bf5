// The rows of the counter experiment: case x counter x window. Prepares, runs and verifies them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/counter/counter_options.hpp"
#include "app/shared/subcommand.hpp"
#include "experiment/counter_row.hpp"

namespace fockproxy {

// The cases of van Dam et al. (2008). Case 1: every rank works. Case 2: the root is idle inside MPI. Case 3: every rank
// works beside a helper thread that is blocked inside MPI.
struct CounterConfig {
  int experiment_case = 1;
  std::string counter;           // a counter or a distributor
  std::string window;            // "-" if it has none
  WindowInfo window_info;        // the keys of its windows, with a separate record of what MPI kept
  std::string progress;          // the strategy in effect
  bool null = false;             // not requested: Case 2, to judge sleeping work
  std::string unsupported;       // why this row cannot run here, the same on every rank
  CounterRow row;                // on rank 0
  bool disturbed = false;        // a rank lacked a core
  bool scheduler_bound = false;  // sleeping work, and the null wait is not small beside a task
};

// Whether two rows have the same counter in the same kind of window with the same info keys.
bool is_alike(const CounterConfig& one, const CounterConfig& other);

// The rows for `options`, in the order of the table. Local.
std::vector<CounterConfig> planned_rows(const CounterOptions& options);

// Collective. Runs all rows one after the other, options.repeat times, so that a drift of the machine affects all rows
// alike, and fills them in. In `trace`, unless it is nullptr, runs have the number of their row as label.
void run_rows(const CommandContext& context, const CounterOptions& options, const SyntheticWork& work,
              const TaskLengths& lengths, TraceRing* trace, std::vector<CounterConfig>& rows);

}  // namespace fockproxy
