#include "blocks/held_blocks.hpp"

#include <cassert>
#include <thread>

namespace fockproxy {

const double* HeldBlocks::hold(int row, int column, BlockTransfers& transfers) {
  Block* block = nullptr;
  bool fetched = false;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Block>& entry = blocks_[{row, column}];
    fetched = entry == nullptr;
    if (fetched) entry = std::make_unique<Block>(static_cast<std::size_t>(layout_.elements(row, column)));
    block = entry.get();
    ++block->holders;
  }
  if (fetched) {
    const BlockRead read{row, column, block->density.data()};
    transfers.get(OperationKind::held_get, std::span(&read, 1));
    block->there.store(true, std::memory_order_release);
  }
  // The thread that fetches the block may need this thread for it: see ThreadCalls::turn().
  while (!block->there.load(std::memory_order_acquire)) {
    calls_.turn();
    std::this_thread::yield();
  }
  return block->density.data();
}

void HeldBlocks::let_go(int row, int column, const BlockBuffers& buffers, BlockTransfers& transfers) {
  std::unique_ptr<Block> last;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = blocks_.find({row, column});
    assert(entry != blocks_.end() && entry->second->holders > 0);
    Block& block = *entry->second;
    const bool alone = !block.sum;
    if (!alone) block.sum->add_sum(buffers, layout_.elements(row, column));
    if (--block.holders > 0) {
      if (alone) block.sum = buffers;
      return;
    }
    last = std::move(entry->second);
    blocks_.erase(entry);
  }
  const Contribution contribution{row, column, (last->sum ? *last->sum : buffers).sum(), last->density.data()};
  transfers.accumulate(OperationKind::held_accumulate, std::span(&contribution, 1));
}

}  // namespace fockproxy
