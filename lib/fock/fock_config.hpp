// The choices of a Fock build, by what they are about. Names are looked up where they were written: whoever gets a
// configuration gets entries of tables.
#pragma once

#include <cstdint>

#include "counters/distributor.hpp"
#include "eri/simd_path.hpp"
#include "fock/block_cache.hpp"
#include "fock/integral_choice.hpp"
#include "matrices/distributed_matrix.hpp"
#include "parallel/thread_calls.hpp"
#include "progress/progress_strategy.hpp"
#include "record/trace.hpp"
#include "tasks/mixed_precision.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

struct IntegralOptions {
  double threshold = 1e-10;  // of the screening, hartree
  Choice<IntegralEntry> source = "own";
  const eri::SimdPath* simd = nullptr;  // of eri::simd_paths(); nullptr: the fastest that all ranks have
  Choice<PrecisionEntry> precision = "mixed";  // of own integrals
  bool class_rates = false;             // FockBuild::class_rates; own integrals only
  double task_sleep = 0;                // seconds that every task sleeps beside its work: see sleeping_digestor.hpp

  // What QuartetScreen takes beside a threshold.
  double single_below(double of_threshold) const {
    return source->own_kernels && precision->single ? single_precision_limit(of_threshold) : 0;
  }
};

struct OrderOptions {
  Choice<OrderEntry> order = "natural";  // in which tasks are dealt out
  std::uint64_t seed = 2008;
};

struct ExchangeOptions {
  Choice<MatrixEntry> matrix = "rma";  // not looked at where the cache replicates
  Choice<CacheEntry> cache = "ijk";
  MatrixOptions matrices{};      // their window kind is the counter's too
  bool node_reads = false;       // D blocks that ranks of the node own are loaded from memory that it shares
  bool prefetch_blocks = false;  // the D blocks of the next task travel while the present one is computed
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
  bool task_costs = false;     // FockBuild::task_seconds, task_estimates
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
  ExchangeOptions exchange{};
  ProgressChoice progress{};
  ThreadOptions threads{};
  RecordOptions record{};
  VerificationOptions verification{};
  std::uint64_t seed = 2008;  // of the checksums and of what is recomputed

  bool replicated() const { return exchange.cache->replicated; }
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
