#include "blocks/block_transfers.hpp"

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
  const Eigen::Index n = layout.elements(contribution.row, contribution.column);
  const auto* const elements = static_cast<const double*>(contribution.fock);
  const Eigen::Map<const Vector> density(contribution.density, n), fock(elements, n);
  checksum[contribution.row].add(checksums.checksum(contribution.row, contribution.column, elements));
  magnitude[contribution.row] += fock.lpNorm<1>();
  trace.add(density.dot(fock));
}

void ContributionSums::operator+=(const ContributionSums& more) {
  for (std::size_t row = 0; row < checksum.size(); ++row) {
    checksum[row].add(more.checksum[row]);
    magnitude[row] += more.magnitude[row];
  }
  trace.add(more.trace);
}

void ExactSums::operator+=(const ExactSums& more) {
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] += more.rows[row];
  outside += more.outside;
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
      sums_(options.exact == nullptr ? density_.layout().blocks() : 0),
      exact_sums_(options.exact == nullptr ? 0 : density_.layout().functions()) {}

void BlockTransfers::get(OperationKind kind, std::span<const BlockRead> reads) {
  const Times times = timed(reads, [this](std::span<const BlockRead> batch) { density_.get(batch); });
  note_get(kind, reads, times);
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
  const auto reads = std::span(started_).first(std::exchange(started_count_, 0));
  // In a trace the operations are where the rank waited for them.
  Times times;
  share_out(times, 0, reads.size(), start, waited + started_seconds_);
  note_get(kind, reads, times);
}

void BlockTransfers::note_get(OperationKind kind, std::span<const BlockRead> reads, const Times& times) {
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const BlockRead& read = reads[i];
    count(kind, density_, {read.row, read.column}, times[i]);
    ++fetch_errors_.fetched;
    const auto elements = static_cast<std::size_t>(layout().elements(read.row, read.column));
    if (expected_.is_block(read.row, read.column, memory().content(read.buffer, elements, density_room_))) continue;
    if (fetch_errors_.wrong++ == 0)
      fetch_errors_.first = "block (" + std::to_string(read.row) + "," + std::to_string(read.column) + ") of rank " +
                            std::to_string(density_.ownership().owner(read.row, read.column)) + " as read by rank " +
                            std::to_string(runtime_.world().rank());
  }
}

void BlockTransfers::accumulate(OperationKind kind, std::span<const Contribution> contributions) {
  std::array<BlockUpdate, block_roles> updates;
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    const Contribution& c = contributions[i];
    if (options_.exact == nullptr) add_to_sums(c);
    else
      options_.exact->checksums.add_rows(c.row, c.column, static_cast<const std::int64_t*>(c.fock), exact_sums_.rows);
    updates[i] = {c.row, c.column, c.fock};
  }
  const std::span<const BlockUpdate> all = std::span(updates).first(contributions.size());
  const Times times = timed(all, [this](std::span<const BlockUpdate> batch) { fock_.accumulate(batch); });
  for (std::size_t i = 0; i < all.size(); ++i) count(kind, fock_, {all[i].row, all[i].column}, times[i]);
}

void BlockTransfers::add_to_sums(const Contribution& contribution) {
  const auto [row, column, fock, density] = contribution;
  const auto elements = static_cast<std::size_t>(layout().elements(row, column));
  sums_.add(expected_.checksums, layout(),
            {.row = row,
             .column = column,
             .fock = memory().content(static_cast<const double*>(fock), elements, fock_room_),
             .density = memory().content(density, elements, density_room_)});
}

void BlockTransfers::count(OperationKind kind, const DistributedMatrix& matrix, BlockPlace block,
                           const Interval& interval) {
  if (!options_.counted) return;
  OperationTally& tally = record_[kind];
  const int owner = density_.ownership().owner(block.row, block.column);
  const int target = static_cast<int>(target_of(runtime_, owner));
  tally.seconds[target] += interval.seconds;
  if (&matrix == &density_ && density_.reads_by_load(owner)) return;  // a load is no one-sided operation
  const std::int64_t bytes = 8 * matrix.elements_moved(block.row, block.column);
  ++tally.operations[target];
  tally.bytes[target] += bytes;
  if (!matrix.contiguous()) ++tally.strided;
  if (options_.trace != nullptr)
    options_.trace->add({.kind = span_kind(kind),
                         .target = owner,
                         .begin = interval.begin,
                         .end = interval.begin + interval.seconds,
                         .bytes = bytes,
                         .blocks = {block.row, block.column, -1, -1}});
}

}  // namespace fockproxy
