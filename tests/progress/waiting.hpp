// The experiment that shows whether a strategy helps: how long an operation waits for a target that computes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "progress/progress_strategy.hpp"

namespace fockproxy::testing {

// Spins without MPI and without a clock; cost units take the same time each, a few nanoseconds.
void compute(std::int64_t cost);

// Cost units per second, by the wall clock, on this rank at this moment.
double compute_rate();

// Lets this process run on every core: Open MPI binds each rank to one, and its helper with it.
void unbind();

// The strategy, or why it is UNSUPPORTED here; on every rank alike.
std::pair<std::unique_ptr<ProgressStrategy>, std::string> made_or_reason(const ProgressEntry& entry);

// What an operation waits for a computing target without help, and with a strategy at the target's side.
struct Waiting {
  // Seconds of a fetch-and-add up to its completion at the target; lower quartiles, which other users of the cores
  // disturb least.
  double without, with;
  bool helper_inside;  // what the strategy itself reports
  // Share of the turns without help that a rank spent waiting for a core: the work of others, for a helper's own
  // demands are made in the other turns.
  double disturbance;
};

// Collective, 2 ranks or more; throws UsageError where this MPI makes no such window. Rank 0 computes for `busy`
// seconds without communication; rank 1 draws from a window of kind create at rank 0, from a random moment of the first
// half on: it waits busy/2 at least for a target that does not enter MPI. With and without take turns. The same on
// every rank. What the strategy's entry asks for is done in its turns: rank 0 waits inside MPI, or the window is one of
// ghosts.
Waiting measure_waiting(ProgressStrategy& strategy, const ProgressEntry& entry, double busy, int draws);

}  // namespace fockproxy::testing
