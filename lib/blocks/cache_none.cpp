// --cache none: holds no block; each task fetches and accumulates all six blocks.
#include "blocks/block_cache.hpp"

namespace fockproxy {

namespace {

class CacheNone final : public BlockCache {
 public:
  explicit CacheNone(const CacheContext& context);
  TaskBlocks fetch(const Task& task, int place) override;
  void accumulate(const Task& task, std::int64_t quartets, int place) override;
  void flush() override {}

 private:
  BlockTransfers& transfers_;
  std::vector<BlockBuffers> buffers_;  // by place and role
};

CacheNone::CacheNone(const CacheContext& context)
    : transfers_(context.transfers),
      buffers_(std::size_t{block_roles} * context.in_flight,
               BlockBuffers(transfers_.layout(), transfers_.exact_words(), transfers_.memory())) {}

TaskBlocks CacheNone::fetch(const Task& task, int place) {
  TaskBlocks blocks;
  std::array<BlockRead, block_roles> reads;
  const auto pairs = block_pairs(task);
  for (int role = 0; role < block_roles; ++role) {
    const auto [row, column] = pairs[role];
    BlockBuffers& buffer = buffers_[place * block_roles + role];
    buffer.fock.set_to_zero(static_cast<std::size_t>(transfers_.layout().elements(row, column)));
    reads[role] = {row, column, buffer.density.data()};
    blocks.density[role] = buffer.density.data();
    blocks.fock[role] = buffer.fock.data();
  }
  transfers_.get(OperationKind::get, reads);
  return blocks;
}

void CacheNone::accumulate(const Task& task, std::int64_t, int place) {
  std::array<Contribution, block_roles> contributions;
  const auto pairs = block_pairs(task);
  for (int role = 0; role < block_roles; ++role) {
    BlockBuffers& buffer = buffers_[place * block_roles + role];
    const auto [row, column] = pairs[role];
    transfers_.take_contribution(row, column, buffer);
    contributions[role] = {row, column, buffer.sum(), buffer.density.data()};
  }
  transfers_.accumulate(OperationKind::accumulate, contributions);
}

}  // namespace

std::unique_ptr<BlockCache> make_cache_none(const CacheContext& context) {
  return std::make_unique<CacheNone>(context);
}

}  // namespace fockproxy
