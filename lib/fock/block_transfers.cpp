#include "fock/block_transfers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fockproxy {

Target target_of(const Runtime& runtime, int owner) {
  const int self = runtime.world().rank();
  if (owner == self) return Target::self;
  return runtime.node_of(owner) == runtime.node_of(self) ? Target::same_node : Target::other_node;
}

void ContributionSums::add(const BlockChecksums& checksums, const BlockLayout& layout,
                           const Contribution& contribution) {
  const std::int64_t n = layout.elements(contribution.row, contribution.column);
  double dot = 0, size = 0;
  for (std::int64_t e = 0; e < n; ++e) {
    dot += contribution.density[e] * contribution.fock[e];
    size += std::abs(contribution.fock[e]);
  }
  checksum[contribution.row].add(checksums.checksum(contribution.row, contribution.column, contribution.fock));
  magnitude[contribution.row] += size;
  trace.add(dot);
}

void ContributionSums::operator+=(const ContributionSums& more) {
  for (std::size_t row = 0; row < checksum.size(); ++row) {
    checksum[row].add(more.checksum[row]);
    magnitude[row] += more.magnitude[row];
  }
  trace.add(more.trace);
}

void FetchErrors::operator+=(const FetchErrors& more) {
  if (wrong == 0) first = more.first;
  fetched += more.fetched;
  wrong += more.wrong;
}

BlockTransfers::BlockTransfers(const Runtime& runtime, const FockMatrices& matrices, const DensityChecksums& expected,
                               const TransferOptions& options, RankRecord& record)
    : runtime_(runtime),
      density_(*matrices.density),
      fock_(*matrices.fock),
      expected_(expected),
      options_(options),
      record_(record),
      sums_(density_.layout().blocks()) {}

void BlockTransfers::get(OperationKind kind, std::span<const BlockRead> reads) {
  const std::size_t step = options_.issue == Issue::each ? 1 : reads.size();
  for (std::size_t i = 0; i < reads.size(); i += step) {
    const auto batch = reads.subspan(i, step);
    const double start = now();
    density_.get(batch);
    note_get(kind, batch, start, now() - start);
  }
}

void BlockTransfers::start_get(std::span<const BlockRead> reads) {
  const double start = now();
  density_.start_get(reads);
  started_seconds_ = now() - start;
  std::ranges::copy(reads, started_.begin());
  started_count_ = reads.size();
}

void BlockTransfers::finish_get(OperationKind kind) {
  const double start = now();
  density_.finish_get();
  const double waited = now() - start;
  // In a trace the operation stands where it was waited for.
  note_get(kind, std::span(started_).first(std::exchange(started_count_, 0)), start, waited + started_seconds_);
}

void BlockTransfers::note_get(OperationKind kind, std::span<const BlockRead> batch, double begin, double seconds) {
  const double each = seconds / static_cast<double>(batch.size());
  for (const BlockRead& read : batch) {
    count(kind, density_, {read.row, read.column}, begin, each);
    begin += each;
    ++fetch_errors_.fetched;
    if (expected_.is_block(read.row, read.column, read.buffer)) continue;
    if (fetch_errors_.wrong++ == 0)
      fetch_errors_.first = "block (" + std::to_string(read.row) + "," + std::to_string(read.column) + ") of rank " +
                            std::to_string(density_.ownership().owner(read.row, read.column)) + " as read by rank " +
                            std::to_string(runtime_.world().rank());
  }
}

void BlockTransfers::accumulate(OperationKind kind, std::span<const Contribution> contributions) {
  std::array<BlockUpdate, 6> updates;
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    const Contribution& c = contributions[i];
    sums_.add(expected_.checksums, layout(), c);
    updates[i] = {c.row, c.column, c.fock};
  }
  const std::size_t step = options_.issue == Issue::each ? 1 : contributions.size();
  for (std::size_t i = 0; i < contributions.size(); i += step) {
    const auto batch = std::span(updates).subspan(i, step);
    const double start = now();
    fock_.accumulate(batch);
    const double seconds = (now() - start) / static_cast<double>(batch.size());
    double begin = start;
    for (const BlockUpdate& update : batch) {
      count(kind, fock_, {update.row, update.column}, begin, seconds);
      begin += seconds;
    }
  }
}

void BlockTransfers::count(OperationKind kind, const DistributedMatrix& matrix, BlockPlace block, double begin,
                           double seconds) {
  if (!options_.counted) return;
  OperationTally& tally = record_[kind];
  const int owner = density_.ownership().owner(block.row, block.column);
  const int target = static_cast<int>(target_of(runtime_, owner));
  tally.seconds[target] += seconds;
  if (&matrix == &density_ && density_.reads_by_load(owner)) return;  // took its time, and nobody else's
  const std::int64_t bytes = 8 * matrix.elements_moved(block.row, block.column);
  ++tally.operations[target];
  tally.bytes[target] += bytes;
  if (!matrix.contiguous()) ++tally.strided;
  if (options_.trace != nullptr)
    options_.trace->add({span_kind(kind), owner, begin, begin + seconds, -1, bytes, {block.row, block.column, -1, -1}});
}

}  // namespace fockproxy
