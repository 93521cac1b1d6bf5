// Which one-sided operations make progress by themselves here, and which need their target inside MPI.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiment/verdict_experiment.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

// Three controls frame the rows: a message that only rank 0 can answer must be found to need its target, a shared
// memory atomic (where ranks 0 and 1 share a node) and a computation of rank 1 alone, as long as the shortest period,
// to progress by themselves. "" when all are, else what is broken: then no row may be believed.
std::string control_fault(const std::vector<OperationVerdict>& rows);

// Collective; ranks above 1 wait without spinning. Throws UsageError below 2 ranks, and unless `work` is busy work.
// `progress` runs on every rank as in a computation. Rows on rank 0, in the order: controls, then per window kind every
// operation, remote and to oneself.
std::vector<OperationVerdict> measure_verdicts(const Runtime& runtime, const SyntheticWork& work,
                                               std::span<const WindowKind> windows, ProgressStrategy& progress,
                                               const VerdictOptions& options);

}  // namespace fockproxy
