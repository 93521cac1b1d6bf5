// Measures several origins at one target: how many operations one call of the target serves, and whether locks delay
// other origins.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"
#include "parallel/window.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

// `origins` ranks each keep one operation waiting at a target that computes.
struct OriginsPoint {
  int origins = 0;
  // Operations that were complete after each call of the target. If it is more than `origins`, operations complete by
  // themselves. 0: unknown, because the origins were never active together, for example if they share cores.
  double served_per_call = 0;
};

// The scope of what delays a small accumulate while another origin does large ones. unknown: it waits as long if the
// other origin accumulates elsewhere, because the two share a core.
enum class LockScope { none, element, window, target, unknown };
inline constexpr std::string_view lock_scope_names[] = {"none", "element", "window", "target", "unknown"};

// Medians of the time of an accumulate of one double, in seconds.
struct LockScopeSample {
  double large = 0;  // of the other origin's accumulate of `large_bytes`, alone
  double alone = 0;  // the other origin accumulates without a pause in its own memory
  // The other origin accumulates at the same target: to the same double, to other doubles of this window, or in another
  // window.
  double element = 0, window = 0, target = 0;

  // The narrowest scope in which the small accumulate waits for at least a quarter of a large one. target: it waits
  // even with another window, for example because the target serves one operation after the other.
  LockScope scope() const;
};
inline constexpr int large_bytes = 1 << 20;

// Rank 0 is the target, and ranks 1.. are origins. All objects that it refers to must outlive it. Members are
// collective.
class SharedTarget {
 public:
  // work: must be busy work. progress: must be started.
  SharedTarget(const Communicator& world, const ClockOffset& clock, const SyntheticWork& work,
               ProgressStrategy& progress)
      : comm_(world), clock_(clock), work_(work), progress_(progress) {}

  // The numbers of origins that are measured: those of 3, 5 and 8 for which there are enough ranks.
  std::vector<int> numbers_of_origins() const;

  // The result is on rank 0. Only origins call `perform`, which returns when one operation is complete at rank 0 and
  // may throw ComputationError. Each origin performs `operations` operations without a pause. Rank 0 computes for
  // `period` seconds at a time and calls MPI once between two computations. Throws AgreedComputationError if an
  // operation fails.
  OriginsPoint measure_origins(int origins, double period, int operations, const std::function<void()>& perform) const;

  // The result is on rank 0; needs 3 ranks. Throws UsageError if this MPI refuses the kind of window.
  LockScopeSample measure_lock_scope(WindowKind kind, int samples) const;

 private:
  const Communicator& comm_;
  ClockOffset clock_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
};

}  // namespace fockproxy
