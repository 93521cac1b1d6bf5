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
  // Whoever fetches it may need this very thread for that: see ThreadCalls::turn().
  while (!block->there.load(std::memory_order_acquire)) {
    calls_.turn();
    std::this_thread::yield();
  }
  return block->density.data();
}

void HeldBlocks::let_go(int row, int column, std::span<const double> fock, BlockTransfers& transfers) {
  std::unique_ptr<Block> last;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = blocks_.find({row, column});
    assert(entry != blocks_.end() && entry->second->holders > 0);
    Block& block = *entry->second;
    assert(fock.size() == block.density.size());
    const bool alone = block.fock.empty();
    for (std::size_t e = 0; e < block.fock.size(); ++e) block.fock[e] += fock[e];
    if (--block.holders > 0) {
      if (alone) block.fock.assign(fock.begin(), fock.end());
      return;
    }
    last = std::move(entry->second);
    blocks_.erase(entry);
  }
  const Contribution contribution{row, column, last->fock.empty() ? fock.data() : last->fock.data(),
                                  last->density.data()};
  transfers.accumulate(OperationKind::held_accumulate, std::span(&contribution, 1));
}

}  // namespace fockproxy
