#include "fock/cache_ijk.hpp"

#include <algorithm>
#include <utility>

namespace fockproxy {

namespace {

constexpr std::array<BlockRole, 3> held_roles = {ij, ik, jk};
constexpr std::array<BlockRole, 3> streaming_roles = {kl, il, jl};

}  // namespace

CacheIjk::CacheIjk(BlockTransfers& transfers, HeldBlocks* held)
    : transfers_(transfers),
      shared_(held),
      held_(held_roles.size(), Held{-1, -1, BlockBuffers(transfers.layout())}),
      streaming_(streaming_roles.size(), BlockBuffers(transfers.layout())) {}

TaskBlocks CacheIjk::fetch(const Task& task) {
  TaskBlocks blocks;
  const auto pairs = block_pairs(task);
  const BlockLayout& layout = transfers_.layout();

  for (std::size_t h = 0; h < held_.size(); ++h) {
    const BlockRole role = held_roles[h];
    const auto [row, column] = pairs[role];
    Held& held = held_[h];
    if (held.row != row || held.column != column) {
      release(held);
      hold(held, row, column);
    }
    blocks.density[role] = held.density;
    blocks.fock[role] = held.buffers.fock.data();
  }
  if (wanted_count_ > 0)
    transfers_.get(OperationKind::held_get, std::span(wanted_).first(std::exchange(wanted_count_, 0)));
  transfers_.record().held_uses += static_cast<std::int64_t>(held_.size());

  std::array<BlockRead, 3> reads;
  for (std::size_t s = 0; s < streaming_.size(); ++s) {
    const BlockRole role = streaming_roles[s];
    const auto [row, column] = pairs[role];
    std::fill_n(streaming_[s].fock.begin(), layout.elements(row, column), 0.0);
    if (prefetched_) streaming_[s].density.swap(ahead_[s]);
    reads[s] = {row, column, streaming_[s].density.data()};
    blocks.density[role] = streaming_[s].density.data();
    blocks.fock[role] = streaming_[s].fock.data();
  }
  if (std::exchange(prefetched_, false))
    transfers_.finish_get(OperationKind::get);
  else
    transfers_.get(OperationKind::get, reads);
  return blocks;
}

void CacheIjk::prefetch(const Task& next) {
  if (ahead_.empty())
    for (const BlockBuffers& buffers : streaming_) ahead_.emplace_back(buffers.density.size());
  const auto pairs = block_pairs(next);
  std::array<BlockRead, 3> reads;
  for (std::size_t s = 0; s < ahead_.size(); ++s) {
    const auto [row, column] = pairs[streaming_roles[s]];
    reads[s] = {row, column, ahead_[s].data()};
  }
  transfers_.start_get(reads);
  prefetched_ = true;
}

void CacheIjk::accumulate(const Task& task, std::int64_t) {
  std::array<Contribution, 3> contributions;
  const auto pairs = block_pairs(task);
  for (std::size_t s = 0; s < streaming_.size(); ++s) {
    const auto [row, column] = pairs[streaming_roles[s]];
    contributions[s] = {row, column, streaming_[s].fock.data(), streaming_[s].density.data()};
  }
  transfers_.accumulate(OperationKind::accumulate, contributions);
}

void CacheIjk::hold(Held& held, int row, int column) {
  held.row = row;
  held.column = column;
  std::fill_n(held.buffers.fock.begin(), transfers_.layout().elements(row, column), 0.0);
  ++transfers_.record().held_runs;
  if (shared_ != nullptr) {
    held.density = shared_->hold(row, column, transfers_);
    return;
  }
  held.density = held.buffers.density.data();
  wanted_[wanted_count_++] = {row, column, held.buffers.density.data()};
}

void CacheIjk::release(Held& held) {
  if (held.row < 0) return;
  if (shared_ != nullptr) {
    const auto elements = static_cast<std::size_t>(transfers_.layout().elements(held.row, held.column));
    shared_->let_go(held.row, held.column, std::span(held.buffers.fock).first(elements), transfers_);
  } else {
    const Contribution contribution{held.row, held.column, held.buffers.fock.data(), held.density};
    transfers_.accumulate(OperationKind::held_accumulate, std::span(&contribution, 1));
  }
  held.row = held.column = -1;
}

void CacheIjk::flush() {
  for (Held& held : held_) release(held);
}

}  // namespace fockproxy
