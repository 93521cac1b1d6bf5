// Measures whether an operation of rank 1 makes progress while rank 0, its target, computes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiment/busy_target.hpp"
#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"
#include "record/distribution.hpp"

namespace fockproxy {

// The experiment: rank 0 computes for a period, is inside MPI for a moment, and computes again. Rank 1 issues
// operations at random times and waits until each is complete at its target.
// First, the undisturbed time is measured, with rank 0 inside MPI all the time. An operation that needs the target
// waits half a period longer than this on average, and 0.9 of a period in a tenth of all cases. The period is at least
// four times the undisturbed time, so the length of an operation and its variation do not look like waiting.
// An operation that needs the target many thousand times (a strided one that a library sends piece by piece) would wait
// for hours. After three periods per sample on average, rank 0 stays inside MPI, so that the current sample ends. The
// samples until then decide.
struct VerdictOptions {
  double period = 10e-3;  // seconds, at least
  int samples = 30;       // fewer if their periods would exceed `longest` together, but at least 12
  double longest = 3;     // seconds
  std::uint64_t seed = 2008;
  std::function<void()> heartbeat = {};  // called on every rank after each operation; may be empty
};

enum class Verdict { by_itself, needs_target, unsupported };
std::string to_string(Verdict verdict);

// One row: the operation, its window and its target, and its times on rank 1. The result is on rank 0.
struct OperationVerdict {
  std::string operation;
  std::string window;  // "-" for the controls, which use none
  bool remote = true;  // the target is rank 0; else rank 1 itself
  bool control = false;
  Verdict verdict = Verdict::unsupported;
  std::string reason;         // of unsupported
  double undisturbed = 0;     // seconds, median with rank 0 inside MPI
  double period = 0;          // seconds of each computation of rank 0
  std::vector<double> waits;  // seconds from issue to completion while rank 0 computes, of every sample; at least one
  Distribution distribution;  // of `waits`
  bool disturbed = false;     // rank 0 or 1 waited for a core for more than disturbed_share of the time of `waits`
};

// Ranks 0 and 1 measure, and the other ranks wait without spinning. All objects that it refers to must outlive it.
class VerdictExperiment {
 public:
  // Collective. work: must be busy work.
  VerdictExperiment(const Communicator& world, const SyntheticWork& work, ProgressStrategy& progress,
                    const VerdictOptions& options)
      : comm_(world.handle()),
        work_(work),
        progress_(progress),
        target_(comm_, target_rank, 1, work, progress),
        options_(options) {}

  static constexpr int target_rank = 0, origin_rank = 1;

  const Communicator& comm() const { return comm_; }

  // Collective. Returns `row` with its verdict and its measurements, or with the reason why the operation failed. Only
  // rank 1 calls `perform`, which returns when the operation is complete at its target and may throw ComputationError.
  OperationVerdict judge(OperationVerdict row, const std::function<void()>& perform);

  // The actions of the controls on rank 1: a computation, and a message that only rank 0 can answer.
  void compute_once() { work_.run(options_.period, progress_); }
  void ask_rank_0() const { target_.ask(); }

 private:
  std::vector<double> measure(OperationVerdict& row, double period, int samples, const std::function<void()>& perform);
  std::vector<double> sample(double period, int samples, double end, const std::function<void()>& perform);

  Communicator comm_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
  BusyTarget target_;
  VerdictOptions options_;
  std::uint64_t draws_ = 0;
};

}  // namespace fockproxy
