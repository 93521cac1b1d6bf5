// What the operations of a Fock build cost on this stack, beside a target that waits inside MPI and one that computes.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/busy_work.hpp"
#include "experiment/entry_experiment.hpp"
#include "experiment/shared_target.hpp"
#include "parallel/runtime.hpp"
#include "parallel/window.hpp"

namespace fockproxy {

enum class ProfiledKind { draw, get, accumulate };
inline constexpr std::string_view profiled_kind_names[] = {"draw", "get", "accumulate"};

// `in_flight` operations, which rank 1 issued one after the other and completed by one flush. Medians, in seconds.
struct ProfiledPoint {
  int in_flight = 1;
  double inside = 0;     // rank 0 waits inside MPI
  double computing = 0;  // rank 0 computes, and calls MPI once in between
  double entries = 0;    // such calls that began until the operations were complete
  // The least, the quartiles and the largest of `inside`.
  std::array<double, 5> inside_quantiles{};
};

// On rank 0. draw: of a counter at rank 0, or a compare-and-swap of --counter steal there; get, accumulate: doubles,
// contiguous or rows of row_doubles.
struct ProfiledOperation {
  ProfiledKind kind = ProfiledKind::draw;
  WindowKind window = WindowKind::allocate;
  int bytes = 8;
  bool strided = false;
  std::string counter{};                // of a draw
  bool exclusive = false;               // the draw keeps all others out until it is complete
  std::string unsupported{};            // why there are no points
  double period = 0;                    // seconds that rank 0 computed at a time
  std::vector<ProfiledPoint> points{};  // by in_flight, the first of 1
  std::vector<OriginsPoint> origins{};  // of one operation of each origin at a time; empty: not measured, or by itself

  // No call of its target was needed.
  bool by_itself() const { return points.front().entries < 0.5; }
  // Calls of the target until one operation is done; 1 where none is needed.
  int entries() const;
  // Operations that one call of the target serves; 0: all. From the most origins, where several were measured; else
  // from how many more calls more operations of one origin need.
  int drain() const;
  // Time of the target for each call that one operation needs, seconds. It follows from the additional time of several
  // operations. For operations that were only issued alone, it is their whole time.
  double service() const;
  // One-way latency, seconds, from the rest of the time of one operation, which has a round trip for each call.
  double latency() const;
};

// The counters whose draws can be profiled: those in windows that need no rank or thread to serve them, and "steal".
std::vector<std::string_view> profiled_counters();

struct ProfileOptions {
  std::vector<std::string> counters{"mpi3", "mpi2", "mpi2-tree", "steal"};  // of profiled_counters()
  double period = 2e-3;  // seconds, at least; at least four operations
  int samples = 15;
  std::uint64_t seed = 2008;
  std::function<void()> heartbeat = {};  // called on every rank after each operation; may be empty
};

// Collective. Adds to `row` points of these numbers of operations at a time, and its period. Rank 1 alone calls
// `perform`, with how many.
void measure_points(EntryExperiment& experiment, const std::vector<int>& numbers,
                    const std::function<void(int)>& perform, const ProfileOptions& options, ProfiledOperation& row);

// What an agreed error of `make` says; empty: it threw none. Collective where `make` is.
std::string refusal_of(const std::function<void()>& make);

struct ProfiledLockScope {
  WindowKind window = WindowKind::allocate;
  std::string unsupported{};  // why there is no sample
  LockScopeSample sample{};
};

// Collective; on rank 0. As profile_stack(); what UNSUPPORTED says below 3 ranks.
std::vector<ProfiledLockScope> profile_lock_scopes(const Runtime& runtime, const SyntheticWork& work,
                                                   std::span<const WindowKind> windows, ProgressStrategy& progress,
                                                   const ProfileOptions& options);

// Collective; on rank 0, empty elsewhere. Ranks above 1 wait without spinning, and are further origins of the smallest
// draw, get and accumulate of 4096 bytes where there are more than 3. Throws UsageError below 2 ranks. `progress` runs
// on every rank as in a computation.
std::vector<ProfiledOperation> profile_stack(const Runtime& runtime, const SyntheticWork& work,
                                             std::span<const WindowKind> windows, ProgressStrategy& progress,
                                             const ProfileOptions& options);

}  // namespace fockproxy
