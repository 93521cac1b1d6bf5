// Moving blocks of D and F, with every move counted, timed and checked.
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
#include "matrices/distributed_matrix.hpp"
#include "record/operations.hpp"
#include "record/trace.hpp"
#include "support/cache_line.hpp"
#include "support/clock.hpp"
#include "support/compensated_sum.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// A block of F on its way, with the block of D at the same place (for tr(DG)).
struct Contribution {
  int row, column;
  const void* fock;  // double, or the integers of an exact sum
  const double* density;
};

// The sums over all contributions that the assembled G must reproduce. By rows of blocks, so that the rounding of one
// is small beside a lost update.
struct ContributionSums {
  explicit ContributionSums(int blocks) : checksum(blocks), magnitude(blocks, 0.0) {}
  // fock: elements of the contribution.
  void add(const BlockChecksums& checksums, const BlockLayout& layout, const Contribution& contribution);
  void operator+=(const ContributionSums& more);

  std::vector<CompensatedSum> checksum;  // by block row I: sum of x_I^T dF_IJ y_J
  std::vector<double> magnitude;         // by block row: sum of |dF|, the scale of the rounding
  CompensatedSum trace;                  // sum of D_IJ . dF_IJ
};

// The same of exact sums, which have no rounding.
struct ExactSums {
  explicit ExactSums(int functions) : rows(static_cast<std::size_t>(functions)) {}
  void operator+=(const ExactSums& more);

  std::vector<std::uint64_t> rows;  // WordChecksums::add_rows()
  std::int64_t outside = 0;         // contributions of tasks to blocks with an element that the grid does not have
};

// Buffers for a D block and the F block of the same block pair, of the largest size in a layout. Where sums of F are
// exact, `integers` has the sum, in so many words an element, and `fock` what one task contributes.
struct BlockBuffers {
  explicit BlockBuffers(const BlockLayout& layout, int exact_words = 0)
      : density(std::size_t(layout.spins()) * layout.largest_rows() * layout.largest_rows()),
        fock(density.size()),
        integers(static_cast<std::size_t>(exact_words) * density.size()) {}

  const void* sum() const { return integers.empty() ? static_cast<const void*>(fock.data()) : integers.data(); }
  // The sum of a block of so many elements becomes zero.
  void clear_sum(std::int64_t elements) {
    if (words() == 0) std::fill_n(fock.begin(), elements, 0.0);
    else std::fill_n(integers.begin(), words() * elements, 0);
  }
  // The sum of another for the same block, of so many elements, is added to this one.
  void add_sum(const BlockBuffers& other, std::int64_t elements) {
    if (words() == 0)
      for (std::int64_t e = 0; e < elements; ++e) fock[e] += other.fock[e];
    for (std::int64_t w = 0; w < words() * elements; ++w) integers[w] += other.integers[w];
  }
  std::int64_t words() const { return static_cast<std::int64_t>(integers.size() / fock.size()); }

  std::vector<double> density, fock;
  std::vector<std::int64_t> integers;
};

// Which fetched blocks were not the blocks of D.
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

// What every fetched block of D is held against.
struct DensityChecksums {
  // Collective. panel: this rank's of the density that the blocks are of. checksums must outlive it.
  DensityChecksums(const Communicator& comm, const BlockChecksums& checksums, const Ownership& ownership,
                   const Matrix& panel)
      : checksums(checksums),
        blocks(static_cast<std::size_t>(checksums.layout().blocks())),
        table(checksums.words().table(ownership, comm.rank(), panel)) {
    comm.reduce_all(std::span(table), MPI_SUM);  // every block is one rank's
  }
  // Is this block (row, column) of the density, to the last bit?
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
  bool counted = true;         // false where the matrices are local copies: moving blocks is no communication there
  TraceRing* trace = nullptr;  // where moves are noted; nullptr: nowhere
  const ExactSum* exact = nullptr;  // nullptr: F is a sum of doubles
};

// The only place from which a build touches its distributed matrices. Local; not thread-safe. Everything it refers to
// must outlive it.
class alignas(apart) BlockTransfers {
 public:
  BlockTransfers(const Runtime& runtime, const FockMatrices& matrices, const DensityChecksums& expected,
                 const TransferOptions& options, RankRecord& record);

  const BlockLayout& layout() const { return density_.layout(); }
  RankRecord& record() { return record_; }

  // Fetches blocks of D and compares each with its tabulated checksum.
  void get(OperationKind kind, std::span<const BlockRead> reads);
  // The same in two halves, one start at a time; what both took is noted in the second.
  void start_get(std::span<const BlockRead> reads);
  void finish_get(OperationKind kind);
  // Adds blocks to F.
  void accumulate(OperationKind kind, std::span<const Contribution> contributions);

  // Words of an element of F where sums are exact; 0 where they are of doubles.
  int exact_words() const { return options_.exact == nullptr ? 0 : options_.exact->grid.words(); }
  // Only where sums are exact: adds what one task contributed to a block to the block's sum, as integers.
  void add(int row, int column, const double* contribution, std::int64_t* sum) {
    if (!options_.exact->grid.add(contribution, layout().rows(row), layout().columns(column), sum))
      ++exact_sums_.outside;
  }
  // The contribution of one task in `buffers` becomes the sum that is sent: as it is where sums are of doubles.
  void take_contribution(int row, int column, BlockBuffers& buffers) {
    if (exact_words() == 0) return;
    buffers.clear_sum(layout().elements(row, column));
    add(row, column, buffers.fock.data(), buffers.integers.data());
  }

  const ContributionSums& sums() const { return sums_; }
  const ExactSums& exact_sums() const { return exact_sums_; }
  const FetchErrors& fetch_errors() const { return fetch_errors_; }

 private:
  // The begin and the length of one operation.
  struct Interval {
    double begin, seconds;
  };
  using Times = std::array<Interval, block_roles>;
  struct BlockPlace {
    int row, column;
  };

  // Operations that were waited for together, `count` from `first`, took equal parts of that.
  static void share_out(Times& times, std::size_t first, std::size_t count, double begin, double seconds) {
    const double each = seconds / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) times[first + i] = {begin + static_cast<double>(i) * each, each};
  }
  // Calls operation(batch) for each of the blocks or for all, as the user wants. The clock is read once between two: it
  // takes as long as moving a small block.
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
};

// Where `owner` is, seen from this rank.
Target target_of(const Runtime& runtime, int owner);

}  // namespace fockproxy
