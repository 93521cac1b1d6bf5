// The choices of a Fock build, and the backends they name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "counters/distributor.hpp"
#include "matrices/distributed_matrix.hpp"
#include "progress/progress_strategy.hpp"
#include "record/trace.hpp"

namespace fockproxy {

class Digestor;

struct FockConfig {
  std::string counter = "mpi3";   // or a distributor's name, "static" for no counter
  std::string matrix = "rma";     // not looked at when the cache is "replicated"
  std::string cache = "ijk";      // of block_cache.hpp's table, or "replicated"
  std::string progress = "none";  // a counter that brings its own (helper) overrides "none"
  ProgressOptions progress_options{};
  MatrixOptions matrix_options{}; // its window kind is the counter's too
  std::string schedule = "fixed";  // of schedule_table()
  std::int64_t chunk = 1;          // task ids per ticket, or the least
  bool prefetch = false;           // the next ticket is drawn while the present tasks are computed
  bool prefetch_blocks = false;    // so are the D blocks of the next task, whose ticket is held meanwhile
  Assignment static_assignment = Assignment::cyclic;
  std::string node_counter = "mpi3";  // of --counter node: what refills the nodes,
  std::int64_t node_chunk = 4;        // with so many tickets at once,
  int ranks_per_node = 0;             // and 0, or the ranks of a pretend node
  std::string order = "natural";   // of order_table(): the order in which tasks are dealt out
  std::uint64_t order_seed = 2008;
  int idle_ranks = 0;              // ranks 0 .. idle_ranks-1 do no work: Case 2 of van Dam et al. (2008)
  double threshold = 1e-10;       // of the screening
  std::string integrals = "own";  // or "libint"
  std::string simd = "auto";      // of eri::simd_paths(): the kernels' instruction set
  std::uint64_t seed = 2008;  // of the checksums and of what is recomputed
  bool keep_task_costs = false;    // FockBuild::task_seconds, task_estimates
  bool class_rates = false;        // FockBuild::class_rates, for own integrals
  TraceRing* trace = nullptr;      // where this rank's builds record what they do; nullptr: nowhere

  bool replicated() const { return cache == "replicated"; }
  DistributorOptions dealing() const;
  // The counter that tasks are drawn from, directly or by a distributor; empty for none.
  std::string shared_counter() const;
  // The strategy in effect: `progress`, unless the counter brings its own.
  std::string effective_progress() const;
  int effective_idle_ranks() const;  // `idle_ranks`, or more where the strategy wants more
};

// What a configuration needs before MPI starts. Throws UsageError for unknown names and for what this build lacks.
RuntimeOptions runtime_needs(const FockConfig& config);

// The moving parts of a Fock build. Negative controls put faulty ones in.
struct FockTransport {
  std::unique_ptr<Distributor> distributor;
  std::unique_ptr<ProgressStrategy> progress;
  std::unique_ptr<DistributedMatrix> density;
  std::unique_ptr<DistributedMatrix> fock;
  // Negative controls only: what to put in the place of the digestor.
  std::function<std::unique_ptr<Digestor>(std::unique_ptr<Digestor>)> digestor{};
};

// Collective. Throws UsageError for what this MPI, or this number of ranks, refuses. `heartbeat` is what a rank that
// serves the others calls meanwhile.
FockTransport make_transport(const Runtime& runtime, const BlockLayout& layout, const FockConfig& config,
                             const std::function<void()>& heartbeat = {});

}  // namespace fockproxy
