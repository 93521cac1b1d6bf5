// What several origins at one target find: how many of their operations one call of it serves, and what keeps them
// apart.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "experiment/busy_work.hpp"
#include "parallel/communicator.hpp"
#include "parallel/window.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

// `origins` ranks keep one operation each waiting at a target that computes.
struct OriginsPoint {
  int origins = 0;
  // Operations that were complete, for each call of the target; more than origins: by itself. 0: the origins were never
  // at work together, as on cores that they share, and nothing is known.
  double served_per_call = 0;
};

// What keeps a small accumulate away while another origin accumulates much. unknown: it waits as long where the other
// one is busy elsewhere, since they share a core.
enum class LockScope { none, element, window, target, unknown };
inline constexpr std::string_view lock_scope_names[] = {"none", "element", "window", "target", "unknown"};

// Medians of an accumulate of one double, in seconds.
struct LockScopeSample {
  double large = 0;  // of the other origin's accumulate of `large_bytes`, alone
  double alone = 0;  // the other origin accumulates without a pause in its own memory
  // It does so at the same target: over the same double, over others of this window, in another window.
  double element = 0, window = 0, target = 0;

  // The narrowest place at which the small one waits for a quarter of a large one, or more. target: even another window
  // does not help, as where the target itself serves one operation after the other.
  LockScope scope() const;
};
inline constexpr int large_bytes = 1 << 20;

// Rank 0 is the target, ranks 1.. are origins. Everything it refers to must outlive it. Members are collective.
class SharedTarget {
 public:
  // work: busy work. progress: started.
  SharedTarget(const Communicator& world, const ClockOffset& clock, const SyntheticWork& work,
               ProgressStrategy& progress)
      : comm_(world), clock_(clock), work_(work), progress_(progress) {}

  // The numbers of origins that are measured: 3, 5 and 8, as far as there are ranks.
  std::vector<int> numbers_of_origins() const;

  // On rank 0. Origins alone call `perform`, which returns when one operation is complete at rank 0 and may throw
  // ComputationError. Each origin makes so many operations without a pause, while rank 0 computes for `period` seconds
  // at a time and calls MPI once in between. Throws AgreedComputationError where an operation fails.
  OriginsPoint measure_origins(int origins, double period, int operations, const std::function<void()>& perform) const;

  // On rank 0; needs 3 ranks. Throws UsageError where this MPI refuses the kind of window.
  LockScopeSample measure_lock_scope(WindowKind kind, int samples) const;

 private:
  const Communicator& comm_;
  ClockOffset clock_;
  const SyntheticWork& work_;
  ProgressStrategy& progress_;
};

}  // namespace fockproxy
