// The options of a Fock build, grouped by subject. Names are looked up when they are assigned, so a configuration
// contains entries of tables.
#pragma once

#include <cstdint>

#include "blocks/block_cache.hpp"
#include "counters/distributor.hpp"
#include "digestion/integral_choice.hpp"
#include "parallel/thread_calls.hpp"
#include "progress/progress_strategy.hpp"
#include "record/trace.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

struct OrderOptions {
  Choice<OrderEntry> order = "natural";  // the order in which tasks are dealt
  std::uint64_t seed = 2008;
};

struct ProgressChoice {
  Choice<ProgressEntry> strategy = "none";  // a counter with a strategy of its own (helper) overrides "none"
  ProgressOptions options{};
};

struct ThreadOptions {
  int count = 1;  // threads of every rank that do tasks
  Choice<ThreadCallsEntry> calls = "serialized";
};

struct RecordOptions {
  bool task_costs = false;     // FockBuild::task_costs
  bool task_cpu = false;       // also their CPU time, which takes four system calls per task
  TraceRing* trace = nullptr;  // records the events of this rank's builds; nullptr: none; one thread only
};

struct VerificationOptions {
  // Time for recomputation in a run, summed over all ranks, if 2% of the time of the Fock builds is less.
  double least_seconds = 0.2;
};

struct FockConfig {
  IntegralOptions integrals{};
  Choice<Dealer> counter = "mpi3";  // deals out the tasks; "static" for no counter
  DistributorOptions dealing{};
  OrderOptions order{};
  BlockOptions blocks{};  // with in_flight = 0 for the number of the engine: see effective_blocks()
  ProgressChoice progress{};
  ThreadOptions threads{};
  RecordOptions record{};
  VerificationOptions verification{};
  std::uint64_t seed = 2008;  // of the checksums and of the choice of recomputed tasks

  bool replicated() const { return blocks.replicated(); }
  // The block options with EngineEntry::in_flight where the number of tasks in flight is 0.
  BlockOptions effective_blocks() const;
  // The strategy in effect, and the distributor options with the idle ranks that the strategy needs.
  const ProgressEntry& effective_progress() const;
  DistributorOptions effective_dealing() const;
};

// Throws UsageError, "UNSUPPORTED: reason", for options that the engine of the integrals or its device cannot obey.
// Local.
void refuse_impossible_engine(const FockConfig& config);
// Only if blocks are in memory of a device (DevicePath::direct): throws likewise for what loads, stores or copies them
// on the host. A builder calls it too, because the steps of the ladder have options of their own.
void refuse_impossible_direct(const FockConfig& config);

// Throws UsageError, "UNSUPPORTED: reason", for options that do not work with several threads. Local. `needs`: the
// needs of all other options.
void refuse_impossible_threads(const FockConfig& config, const RuntimeOptions& needs);

// What a configuration needs before MPI starts. Throws UsageError if it needs something that this build lacks.
RuntimeOptions runtime_needs(const FockConfig& config);

}  // namespace fockproxy
