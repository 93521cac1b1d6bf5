// The matrices D and F of a build, and the transfers of their blocks to and from the tasks.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "blocks/block_cache.hpp"
#include "blocks/block_checksums.hpp"
#include "blocks/block_transfers.hpp"
#include "blocks/held_blocks.hpp"
#include "dense/dense_matrix.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// The matrices that store D and F of a build.
struct BuildStorage {
  FockMatrices matrices;
  // Collective. Makes another F with `words` words per element, for exact sums.
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock;
};

// The users of the blocks of a rank. All objects must outlive those that are made with them.
struct BlockContext {
  const Runtime& runtime;
  ThreadCalls& calls;
  int threads;                              // of this rank
  TraceRing* trace = nullptr;               // records the moves; nullptr: no record
  std::vector<BlockMemory*> memories = {};  // by thread, for its blocks; empty: the memory of the host
};

// The matrices of D and F, the transfers that move, count and check their blocks, and the caches from which the tasks
// of a rank get them. If the cache is replicated, D is broadcast to all ranks before the tasks, and F is summed after
// them. No block moves then, and the times of both belong to the build. Every thread of a rank has its own transfers
// and cache. Threads do not share blocks that are in memory of a device. Collective construction and destruction.
class BuildMatrices {
 public:
  // seed: the seed of the checksums.
  BuildMatrices(const BlockContext& context, BuildStorage storage, const BlockOptions& options, std::uint64_t seed);

  // Collective. Takes D into panels of blocks, before a build is planned.
  void take(const SpinDense& density);
  // Local. Takes D as this rank's panel, with the shape of Ownership::area().
  void take_panel(Matrix density);
  // Collective. Stores the density that was taken in its matrix and clears F. grid: for exact sums; not set if the
  // options choose sums of doubles. records: one per thread for the build that begins; they must outlive the build. The
  // first one has the values that all threads share, such as the time of D's broadcast.
  void begin(const QuartetScreen& screen, const std::optional<FockGrid>& grid, std::span<RankRecord* const> records);
  // Local. The cache from which the tasks of a thread get their blocks.
  BlockCache& blocks(int thread) { return *caches_[static_cast<std::size_t>(thread)]; }
  // Local. Completes this rank's accumulates at their targets.
  void complete() { matrices_.fock->complete(); }
  // Collective. Completes the accumulates of all ranks.
  void fence() { matrices_.fock->fence(); }
  // Collective. Gets the panel of F, which assembled() then returns. For a replicated build, its record then has the
  // time of the sum of the copies.
  void assemble();
  // Collective. Calls assemble() and returns F, symmetrised, by spin, in the distribution of the density.
  SpinDense collect();

  // The values below describe the last build that was begun, until the next one begins.
  double setup_seconds() const { return setup_seconds_; }      // of take() and begin(), without the time of the build
  double collect_seconds() const { return collect_seconds_; }  // of assemble() and collect(), likewise
  const Ownership& ownership() const { return matrices_.density->ownership(); }
  const Matrix& density() const { return density_; }                     // this rank's panel, as the transfers took it
  const Matrix& assembled() const { return assembled_; }                 // this rank's panel of F, not yet symmetrised
  const ExactSum* exact() const { return exact_ ? &*exact_ : nullptr; }  // null: sums are of doubles
  const IntegerMatrix& integers() const { return integers_; }  // the integers behind assembled(), if sums are exact
  const DensityChecksums& density_checksums() const { return *expected_; }
  ContributionSums sums() const;     // of all threads of this rank; if sums are of doubles
  ExactSums exact_sums() const;      // likewise; if sums are exact
  FetchErrors fetch_errors() const;  // likewise
  const BlockChecksums& checksums() const { return checksums_; }

 private:
  // Collective. Selects the matrix of F with `words` words per element. It is made when a build first needs it.
  void take_fock(int words);

  const Runtime& runtime_;
  FockMatrices matrices_;
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock_;
  int fock_words_ = 1;                             // of matrices_.fock
  std::unique_ptr<DistributedMatrix> other_fock_;  // with the other number of words; null: not made yet
  BlockLayout layout_;
  BlockOptions options_;
  TraceRing* trace_;
  std::vector<BlockMemory*> memories_;        // by thread
  std::unique_ptr<ThreadCalls> local_calls_;  // for copies that no MPI call moves, with several threads; else null
  ThreadCalls* guard_ = nullptr;              // for the matrices, with several threads; else null
  std::uint64_t seed_;
  BlockChecksums checksums_;
  RankRecord* record_ = nullptr;
  double setup_seconds_ = 0, collect_seconds_ = 0;
  ProcessGrid grid_;  // of the density
  Matrix density_, assembled_;
  std::optional<ExactSum> exact_;
  IntegerMatrix integers_;
  std::optional<DensityChecksums> expected_;
  HeldBlocks held_;
  std::vector<std::unique_ptr<BlockTransfers>> transfers_;  // by thread
  std::vector<std::unique_ptr<BlockCache>> caches_;         // likewise
};

}  // namespace fockproxy
