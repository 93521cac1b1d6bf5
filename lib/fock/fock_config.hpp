// The choices of a Fock build, by what they are about. Names are looked up where they were written: whoever gets a
// configuration gets entries of tables.
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
  Choice<OrderEntry> order = "natural";  // in which tasks are dealt out
  std::uint64_t seed = 2008;
};

struct ProgressChoice {
  Choice<ProgressEntry> strategy = "none";  // a counter that brings its own (helper) overrides "none"
  ProgressOptions options{};
};

struct ThreadOptions {
  int count = 1;  // threads of every rank that do tasks
  Choice<ThreadCallsEntry> calls = "serialized";
};

struct RecordOptions {
  bool task_costs = false;     // FockBuild::task_costs
  bool task_cpu = false;       // of these the CPU time, too, which takes four system calls a task
  TraceRing* trace = nullptr;  // where this rank's builds record what they do; nullptr: nowhere; one thread only
};

struct VerificationOptions {
  // What recomputing may take over a run, of all ranks together, where 2% of the Fock builds is less.
  double least_seconds = 0.2;
};

struct FockConfig {
  IntegralOptions integrals{};
  Choice<Dealer> counter = "mpi3";  // who deals out tasks; "static" for no counter
  DistributorOptions dealing{};
  OrderOptions order{};
  BlockOptions blocks{};
  ProgressChoice progress{};
  ThreadOptions threads{};
  RecordOptions record{};
  VerificationOptions verification{};
  std::uint64_t seed = 2008;  // of the checksums and of what is recomputed

  bool replicated() const { return blocks.replicated(); }
  // The strategy in effect, and the dealing with the idle ranks that it may want.
  const ProgressEntry& effective_progress() const;
  DistributorOptions effective_dealing() const;
};

// Throws UsageError, "UNSUPPORTED: reason", for what several threads cannot have. Local. `needs`: of
// everything else.
void refuse_impossible_threads(const FockConfig& config, const RuntimeOptions& needs);

// What a configuration needs before MPI starts. Throws UsageError for what this build lacks.
RuntimeOptions runtime_needs(const FockConfig& config);

}  // namespace fockproxy
