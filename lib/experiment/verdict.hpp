// Measures which one-sided operations make progress by themselves on this stack, and which need their target inside
// MPI.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiment/verdict_experiment.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// Checks three control rows. A message that only rank 0 can answer must need its target. A shared memory atomic (if
// ranks 0 and 1 share a node) and a computation of rank 1 alone, as long as the shortest period, must progress by
// themselves. Returns "" if they do, else the fault; no row is valid then.
std::string control_fault(const std::vector<OperationVerdict>& rows);

// Collective; ranks above 1 wait without spinning. Throws UsageError below 2 ranks, and unless `work` is busy work.
// `progress` runs on every rank as in a computation. The rows are on rank 0. The controls come first, then for each
// window kind every operation, remote and to the own rank.
std::vector<OperationVerdict> measure_verdicts(const Runtime& runtime, const SyntheticWork& work,
                                               std::span<const WindowKind> windows, ProgressStrategy& progress,
                                               const VerdictOptions& options);

}  // namespace fockproxy
