// Which one-sided operations make progress by themselves here, and which need their target inside MPI.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernel/busy_work.hpp"
#include "parallel/window.hpp"
#include "record/distribution.hpp"

namespace fockproxy {

// The experiment: rank 0 computes for a period, is inside MPI for a moment, computes again. Rank 1 issues operations at
// random times and waits until each is complete at its target. An operation that needs the target waits half a period
// on average, and 0.9 of one in a tenth of all cases, beyond the time that it takes when rank 0 is inside MPI all along
// (undisturbed, measured first). The period is at least four times that long, so that an operation's own length, and
// how much it varies, cannot be taken for waiting.
struct VerdictOptions {
  double period = 10e-3;  // seconds, at least
  int samples = 30;
  std::uint64_t seed = 2008;
  std::function<void()> heartbeat = {};  // called on every rank after each operation; may be empty
};

enum class Verdict { by_itself, needs_target, unsupported };
std::string to_string(Verdict verdict);

// One row: what (operation, window, to rank 0 or to itself), and how long it took rank 1. On rank 0.
struct OperationVerdict {
  std::string operation;
  std::string window;  // "-" for the controls, which use none
  bool remote = true;  // target: rank 0; otherwise rank 1 itself
  bool control = false;
  Verdict verdict = Verdict::unsupported;
  std::string reason;         // of unsupported
  double undisturbed = 0;     // seconds, median with rank 0 inside MPI
  double period = 0;          // seconds that rank 0 computed at a time
  std::vector<double> waits;  // seconds from issue to completion while rank 0 computes, every sample
  Distribution distribution;  // of them
};

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
