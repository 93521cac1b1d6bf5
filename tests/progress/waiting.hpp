// The experiment that shows whether a strategy helps: how long an operation waits for a computing target.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "progress/progress_strategy.hpp"

namespace fockproxy::testing {

// Spins without MPI and without a clock; each cost unit takes the same time, a few nanoseconds.
void compute(std::int64_t cost);

// Cost units per second on this rank at this moment, by the wall clock.
double compute_rate();

// Allows this process to run on every core: Open MPI binds each rank to one, and its helper with it.
void unbind();

// The strategy, or why it is UNSUPPORTED here; the same on every rank.
std::pair<std::unique_ptr<ProgressStrategy>, std::string> made_or_reason(const ProgressEntry& entry);

// The wait of an operation for a computing target, without help and with a strategy at the target.
struct Waiting {
  // Seconds of a fetch-and-add until it completes at the target. Lower quartiles, which other processes disturb least.
  double without, with;
  bool helper_inside;  // reported by the strategy
  // Share of the turns without help in which a rank waited for a core. It measures the work of others, because the
  // helper uses cores only in the other turns.
  double disturbance;
};

// Collective, 2 ranks or more; throws UsageError if this MPI makes no such window. Rank 0 computes for `busy` seconds
// without communication. Rank 1 draws from a window of kind create at rank 0, beginning at a random moment of the first
// half. So it waits at least busy/2 for a target that does not enter MPI. Turns with and without the strategy
// alternate. The same on every rank. The needs of the strategy's entry are met in its turns: rank 0 waits inside MPI,
// or the window is one of ghosts.
Waiting measure_waiting(ProgressStrategy& strategy, const ProgressEntry& entry, double busy, int draws);

}  // namespace fockproxy::testing
