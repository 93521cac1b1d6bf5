#include "fock/cache_none.hpp"

#include <algorithm>

namespace fockproxy {

CacheNone::CacheNone(BlockTransfers& transfers)
    : transfers_(transfers), buffers_(block_roles, BlockBuffers(transfers.layout())) {}

TaskBlocks CacheNone::fetch(const Task& task) {
  TaskBlocks blocks;
  std::array<BlockRead, block_roles> reads;
  const auto pairs = block_pairs(task);
  for (int role = 0; role < block_roles; ++role) {
    const auto [row, column] = pairs[role];
    BlockBuffers& buffer = buffers_[role];
    std::fill_n(buffer.fock.begin(), transfers_.layout().elements(row, column), 0.0);
    reads[role] = {row, column, buffer.density.data()};
    blocks.density[role] = buffer.density.data();
    blocks.fock[role] = buffer.fock.data();
  }
  transfers_.get(OperationKind::get, reads);
  return blocks;
}

void CacheNone::accumulate(const Task& task, std::int64_t) {
  std::array<Contribution, block_roles> contributions;
  const auto pairs = block_pairs(task);
  for (int role = 0; role < block_roles; ++role)
    contributions[role] = {pairs[role][0], pairs[role][1], buffers_[role].fock.data(), buffers_[role].density.data()};
  transfers_.accumulate(OperationKind::accumulate, contributions);
}

}  // namespace fockproxy
