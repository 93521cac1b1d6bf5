// Moves blocks of D and F. Counts, times and checks each operation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "blocks/block_checksums.hpp"
#include "blocks/exact_sum.hpp"
#include "device/block_memory.hpp"
#include "matrices/distributed_matrix.hpp"
#include "record/operations.hpp"
#include "record/trace.hpp"
#include "support/cache_line.hpp"
#include "support/clock.hpp"
#include "support/compensated_sum.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// A block of F to accumulate, with the block of D at the same place (for tr(DG)).
struct Contribution {
  int row, column;
  const void* fock;  // double, or the integers of an exact sum
  const double* density;
};

// The sums over all contributions, which the assembled G must reproduce. They are kept by rows of blocks, so that the
// rounding of a sum is small beside a lost update.
struct ContributionSums {
  explicit ContributionSums(int blocks) : checksum(blocks), magnitude(blocks, 0.0) {}
  // fock: the elements of the contribution.
  void add(const BlockChecksums& checksums, const BlockLayout& layout, const Contribution& contribution);
  void operator+=(const ContributionSums& more);

  std::vector<CompensatedSum> checksum;  // by block row I: sum of x_I^T dF_IJ y_J
  std::vector<double> magnitude;         // by block row: sum of |dF|, the scale of the rounding
  CompensatedSum trace;                  // sum of D_IJ . dF_IJ
};

// The corresponding sums if sums of F are exact. They have no rounding.
struct ExactSums {
  explicit ExactSums(int functions) : rows(static_cast<std::size_t>(functions)) {}
  void operator+=(const ExactSums& more);

  std::vector<std::uint64_t> rows;  // WordChecksums::add_rows()
  std::int64_t outside = 0;         // contributions of tasks to blocks with an element outside the grid
};

// Buffers for a D block and the F block of the same block pair, of the largest size in a layout. If sums of F are
// exact, `integers` has the sum, with `exact_words` words per element, and `fock` has the contribution of one task.
// `memory` must outlive them. Sums are exact, and add_sum() works, in memory of the host only.
struct BlockBuffers {
  explicit BlockBuffers(const BlockLayout& layout, int exact_words = 0, BlockMemory& memory = host_memory())
      : density(memory, std::size_t(layout.spins()) * layout.largest_rows() * layout.largest_rows()),
        fock(memory, density.size()),
        integers(static_cast<std::size_t>(exact_words) * density.size()) {}

  const void* sum() const { return integers.empty() ? static_cast<const void*>(fock.data()) : integers.data(); }
  // Sets the sum of a block with `elements` elements to zero.
  void clear_sum(std::int64_t elements) {
    if (words() == 0) fock.set_to_zero(static_cast<std::size_t>(elements));
    else std::fill_n(integers.begin(), words() * elements, 0);
  }
  // Adds the sum of `other` to this one. Both are for the same block, with `elements` elements.
  void add_sum(const BlockBuffers& other, std::int64_t elements) {
    if (words() == 0)
      for (std::int64_t e = 0; e < elements; ++e) fock.data()[e] += other.fock.data()[e];
    for (std::int64_t w = 0; w < words() * elements; ++w) integers[w] += other.integers[w];
  }
  std::int64_t words() const { return static_cast<std::int64_t>(integers.size() / fock.size()); }

  PlacedBlock density, fock;
  std::vector<std::int64_t> integers;
};

// The fetched blocks that differed from the blocks of D.
struct FetchErrors {
  std::int64_t fetched = 0;
  std::int64_t wrong = 0;
  std::string first;  // "block (3,1) of rank 0"
  void operator+=(const FetchErrors& more);
};

// The matrices of a build.
struct FockMatrices {
  std::unique_ptr<DistributedMatrix> density;
  std::unique_ptr<DistributedMatrix> fock;
};

// The checksums with which every fetched block of D is compared.
struct DensityChecksums {
  // Collective. panel: this rank's panel of the density. `checksums` must outlive the object.
  DensityChecksums(const Communicator& comm, const BlockChecksums& checksums, const Ownership& ownership,
                   const Matrix& panel)
      : checksums(checksums),
        blocks(static_cast<std::size_t>(checksums.layout().blocks())),
        table(checksums.words().table(ownership, comm.rank(), panel)) {
    comm.reduce_all(std::span(table), MPI_SUM);  // each block has one owner, and the other ranks add zero
  }
  // Whether this is the block (row, column) of the density, to the last bit.
  bool is_block(int row, int column, const double* block) const {
    return checksums.words().checksum(row, column, block) ==
           table[static_cast<std::size_t>(row) * blocks + static_cast<std::size_t>(column)];
  }

  const BlockChecksums& checksums;
  std::size_t blocks;
  std::vector<std::uint64_t> table;  // blocks x blocks
};

struct TransferOptions {
  Issue issue = Issue::each;
  bool counted = true;  // false if the matrices are local copies, because moving blocks is then not communication
  TraceRing* trace = nullptr;       // records the moves; nullptr: no record
  const ExactSum* exact = nullptr;  // nullptr: F is a sum of doubles
  // Of the blocks that move. Checks copy blocks that are not on the host.
  BlockMemory* memory = &host_memory();
};

// All accesses of a build to its distributed matrices go through this class. Local; not thread-safe. All objects that
// it refers to must outlive it.
class alignas(apart) BlockTransfers {
 public:
  BlockTransfers(const Runtime& runtime, const FockMatrices& matrices, const DensityChecksums& expected,
                 const TransferOptions& options, RankRecord& record);

  const BlockLayout& layout() const { return density_.layout(); }
  BlockMemory& memory() const { return *options_.memory; }
  RankRecord& record() { return record_; }

  // Fetches blocks of D and compares each with its tabulated checksum.
  void get(OperationKind kind, std::span<const BlockRead> reads);
  // get() in two halves, with at most one start at a time. The second half records the time of both.
  void start_get(std::span<const BlockRead> reads);
  void finish_get(OperationKind kind);
  // Adds blocks to F.
  void accumulate(OperationKind kind, std::span<const Contribution> contributions);

  // Words per element of F if sums are exact; 0 if they are sums of doubles.
  int exact_words() const { return options_.exact == nullptr ? 0 : options_.exact->grid.words(); }
  // Only if sums are exact: adds the contribution of one task to the sum of a block, as integers.
  void add(int row, int column, const double* contribution, std::int64_t* sum) {
    if (!options_.exact->grid.add(contribution, layout().rows(row), layout().columns(column), sum))
      ++exact_sums_.outside;
  }
  // Makes the contribution of one task in `buffers` the sum to send. If sums are of doubles, the contribution already
  // is the sum.
  void take_contribution(int row, int column, BlockBuffers& buffers) {
    if (exact_words() == 0) return;
    buffers.clear_sum(layout().elements(row, column));
    add(row, column, buffers.fock.data(), buffers.integers.data());
  }

  const ContributionSums& sums() const { return sums_; }
  const ExactSums& exact_sums() const { return exact_sums_; }
  const FetchErrors& fetch_errors() const { return fetch_errors_; }

 private:
  // The start and the length of one operation, in seconds.
  struct Interval {
    double begin, seconds;
  };
  using Times = std::array<Interval, block_roles>;
  struct BlockPlace {
    int row, column;
  };

  // Gives `count` operations from `first` on equal parts of the time of their common wait.
  static void share_out(Times& times, std::size_t first, std::size_t count, double begin, double seconds) {
    const double each = seconds / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) times[first + i] = {begin + static_cast<double>(i) * each, each};
  }
  // Calls operation(batch) for each block or for all together, by TransferOptions::issue. It reads the clock once
  // between two operations, because a reading takes as long as moving a small block.
  template <class Block, class Operation>
  Times timed(std::span<Block> blocks, Operation operation) const {
    Times times;
    const std::size_t step = options_.issue == Issue::each ? 1 : blocks.size();
    double begin = now();
    for (std::size_t i = 0; i < blocks.size(); i += step) {
      operation(blocks.subspan(i, step));
      const double end = now();
      share_out(times, i, step, begin, end - begin);
      begin = end;
    }
    return times;
  }
  void note_get(OperationKind kind, std::span<const BlockRead> reads, const Times& times);
  void add_to_sums(const Contribution& contribution);
  void count(OperationKind kind, const DistributedMatrix& matrix, BlockPlace block, const Interval& interval);

  const Runtime& runtime_;
  DistributedMatrix& density_;
  DistributedMatrix& fock_;
  const DensityChecksums& expected_;
  TransferOptions options_;
  RankRecord& record_;
  std::array<BlockRead, DistributedMatrix::most_started> started_{};
  std::size_t started_count_ = 0;
  double started_seconds_ = 0;
  ContributionSums sums_;
  ExactSums exact_sums_;
  FetchErrors fetch_errors_;
  std::vector<double> density_room_, fock_room_;  // copies of one block each, for checks
};

// The relation of `owner` to this rank: where the operation goes.
Target target_of(const Runtime& runtime, int owner);

}  // namespace fockproxy
