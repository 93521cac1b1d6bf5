// Where D and F live while a build is made, and how their blocks reach the tasks.
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

// Where the matrices of a build are stored.
struct BuildStorage {
  FockMatrices matrices;
  // Collective: another F, with so many words an element; for exact sums.
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock;
};

// Who uses the blocks of a rank, and how. Everything must outlive what is made with it.
struct BlockContext {
  const Runtime& runtime;
  ThreadCalls& calls;
  int threads;                 // of this rank
  TraceRing* trace = nullptr;  // where moves are noted; nullptr: nowhere
};

// The matrices of D and F, the transfers that move, count and check their blocks, and the cache that a rank's tasks ask
// for them. Replicated is one way of it: then D goes to all ranks before the tasks and F is summed after them, no block
// moves, and both belong to the time of the build. Every thread of a rank has transfers and a cache of its own.
// Collective construction and destruction.
class BuildMatrices {
 public:
  // seed: of the checksums.
  BuildMatrices(const BlockContext& context, BuildStorage storage, const BlockOptions& options, std::uint64_t seed);

  // Collective: D into panels of blocks, for a build that is to be planned.
  void take(const SpinDense& density);
  // Local: the same from this rank's panel, of the shape of Ownership::area().
  void take_panel(Matrix density);
  // Collective: the density that was taken to where it belongs, F cleared. grid: of exact sums; none where they are of
  // doubles, as the options say. records: of the build that begins, one a thread; they must outlive the build. What all
  // threads share, such as the time of D's broadcast, is in the first.
  void begin(const QuartetScreen& screen, const std::optional<FockGrid>& grid, std::span<RankRecord* const> records);
  // Local: what the tasks of a thread take their blocks from.
  BlockCache& blocks(int thread) { return *caches_[static_cast<std::size_t>(thread)]; }
  // Local: this rank's accumulates are complete at their targets.
  void complete() { matrices_.fock->complete(); }
  // Collective: everybody's are.
  void fence() { matrices_.fock->fence(); }
  // Collective: F's panel, as assembled() then gives it. What the sum of its copies costs a replicated build is noted
  // in its record.
  void assemble();
  // Collective: assemble(), and F to where D came from, symmetric, by spin.
  SpinDense collect();

  // These describe the build that was begun last, until the next one begins.
  double setup_seconds() const { return setup_seconds_; }      // of take() and begin(), but for what is the build's
  double collect_seconds() const { return collect_seconds_; }  // likewise of collect()
  const Ownership& ownership() const { return matrices_.density->ownership(); }
  const Matrix& density() const { return density_; }                     // this rank's panel, as the transfers took it
  const Matrix& assembled() const { return assembled_; }                 // F's, not yet symmetrised
  const ExactSum* exact() const { return exact_ ? &*exact_ : nullptr; }  // none: sums are of doubles
  const IntegerMatrix& integers() const { return integers_; }            // what assembled() was made of, if exact
  const DensityChecksums& density_checksums() const { return *expected_; }
  ContributionSums sums() const;     // of all threads of this rank; where sums are of doubles
  ExactSums exact_sums() const;      // likewise; where they are exact
  FetchErrors fetch_errors() const;  // likewise
  const BlockChecksums& checksums() const { return checksums_; }

 private:
  // Collective. F's matrix with so many words an element, made when a build first needs it.
  void take_fock(int words);

  const Runtime& runtime_;
  FockMatrices matrices_;
  std::function<std::unique_ptr<DistributedMatrix>(int words)> make_fock_;
  int fock_words_ = 1;                             // of matrices_.fock
  std::unique_ptr<DistributedMatrix> other_fock_;  // of the other number of words; null: not made yet
  BlockLayout layout_;
  BlockOptions options_;
  TraceRing* trace_;
  std::unique_ptr<ThreadCalls> local_calls_;  // of copies that no MPI moves, for threads; else null
  ThreadCalls* guard_ = nullptr;              // of the matrices, for threads; else null
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
