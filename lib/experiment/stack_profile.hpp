// Measures the times of the operations of a Fock build on this stack, with a target that waits inside MPI and one that
// computes.
#pragma once

#include <array>
#include <functional>
#include <optional>
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

// `in_flight` operations, which rank 1 issues one after the other and completes by one flush. Medians, in seconds.
struct ProfiledPoint {
  int in_flight = 1;
  double inside = 0;     // rank 0 waits inside MPI
  double computing = 0;  // rank 0 computes, and calls MPI once between two computations
  double entries = 0;    // the number of such calls that began before the operations were complete
  // The smallest value, the quartiles and the largest value of `inside`.
  std::array<double, 5> inside_quantiles{};
};

// The result is on rank 0. draw: on a counter at rank 0, or a compare-and-swap of --counter steal there. get,
// accumulate: doubles, contiguous or in rows of row_doubles.
struct ProfiledOperation {
  ProfiledKind kind = ProfiledKind::draw;
  WindowKind window = WindowKind::allocate;
  int bytes = 8;
  bool strided = false;
  std::string counter{};                // of a draw
  bool exclusive = false;               // a draw keeps out all others until it is complete
  std::string unsupported{};            // why there are no points
  double period = 0;                    // seconds of each computation of rank 0
  std::vector<ProfiledPoint> points{};  // by in_flight, which is 1 in the first
  std::vector<OriginsPoint> origins{};  // with one operation per origin at a time; empty: not measured

  // Whether the operation needs no call of its target.
  bool by_itself() const { return points.front().entries < 0.5; }
  // The number of calls of the target until one operation is complete; 1 if none is needed.
  int entries() const;
  // The number of operations that one call of the target serves; 0: all. It follows from the largest number of origins,
  // if several were measured. Otherwise it follows from the number of additional calls for additional operations of one
  // origin.
  int drain() const;
  // Time of the target for each call that one operation needs, seconds. It follows from the additional time of several
  // operations. For operations that were only issued alone, it is their whole time.
  double service() const;
  // One-way latency, seconds, from the rest of the time of one operation, which has a round trip for each call.
  double latency() const;
  // The number of operations, and of their bytes, that a target inside MPI can serve in a second. None if its time was
  // too short to be measured; no bytes of a draw.
  std::optional<double> most_per_second() const;
  std::optional<double> bytes_per_second() const;
};

// The counters whose draws can be profiled: those in windows that need no rank or thread to serve them, and "steal".
std::vector<std::string_view> profiled_counters();

struct ProfileOptions {
  std::vector<std::string> counters{"mpi3", "mpi2", "mpi2-tree", "steal"};  // of profiled_counters()
  double period = 2e-3;  // seconds, or at least the time of four operations
  int samples = 15;
  std::uint64_t seed = 2008;
  std::function<void()> heartbeat = {};  // called on every rank after each operation; may be empty
};

// Collective. Adds to `row` points with these numbers of operations at a time, and its period. Only rank 1 calls
// `perform`, with the number of operations.
void measure_points(EntryExperiment& experiment, const std::vector<int>& numbers,
                    const std::function<void(int)>& perform, const ProfileOptions& options, ProfiledOperation& row);

// The text of an agreed error of `make`; empty if it throws none. Collective if `make` is.
std::string refusal_of(const std::function<void()>& make);

struct ProfiledLockScope {
  WindowKind window = WindowKind::allocate;
  std::string unsupported{};  // why there is no sample
  LockScopeSample sample{};
};

// Collective; the result is on rank 0. As profile_stack(). Below 3 ranks the rows have a reason in `unsupported`.
std::vector<ProfiledLockScope> profile_lock_scopes(const Runtime& runtime, const SyntheticWork& work,
                                                   std::span<const WindowKind> windows, ProgressStrategy& progress,
                                                   const ProfileOptions& options);

// Collective; the result is on rank 0, empty on other ranks. Ranks above 1 wait without spinning. With more than 3
// ranks they are also origins of the smallest draw, get and accumulate of 4096 bytes. Throws UsageError below 2 ranks.
// `progress` runs on every rank as in a computation.
std::vector<ProfiledOperation> profile_stack(const Runtime& runtime, const SyntheticWork& work,
                                             std::span<const WindowKind> windows, ProgressStrategy& progress,
                                             const ProfileOptions& options);

}  // namespace fockproxy
