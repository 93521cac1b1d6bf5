// --cache merged: the least communication that consecutive tasks allow.
#include <algorithm>

#include "blocks/block_cache.hpp"

namespace fockproxy {

namespace {

// A working set of the distinct blocks of the current task. It keeps a block that the next task also needs. It does not
// fetch D blocks that are zero, and does not send F blocks without a contribution.
class CacheMerged final : public BlockCache {
 public:
  CacheMerged(BlockTransfers& transfers, const QuartetScreen& screen);
  TaskBlocks fetch(const Task& task, int place) override;
  void accumulate(const Task& task, std::int64_t quartets, int place) override;
  void flush() override;

 private:
  struct Slot {
    int row = -1, column = -1;  // -1: free
    bool touched = false;       // has F contributions that have not been sent
    BlockBuffers buffers;       // F is the sum over the tasks and roles that share the block
  };
  void release(Slot& slot);

  BlockTransfers& transfers_;
  const QuartetScreen& screen_;
  std::vector<Slot> slots_;
  std::array<Slot*, block_roles> slot_of_role_{};
  std::array<std::vector<double>, block_roles> fock_of_role_;  // distinct buffers even if roles share a slot
};

CacheMerged::CacheMerged(BlockTransfers& transfers, const QuartetScreen& screen)
    : transfers_(transfers),
      screen_(screen),
      slots_(block_roles, Slot{-1, -1, false, BlockBuffers(transfers.layout(), transfers.exact_words())}) {
  for (auto& fock : fock_of_role_) fock.resize(slots_[0].buffers.fock.size());
}

TaskBlocks CacheMerged::fetch(const Task& task, int) {
  const auto pairs = block_pairs(task);
  const BlockLayout& layout = transfers_.layout();
  for (Slot& slot : slots_)
    if (std::ranges::find(pairs, std::array{slot.row, slot.column}) == pairs.end()) release(slot);

  TaskBlocks blocks;
  std::array<BlockRead, block_roles> reads;
  std::size_t fetched = 0;
  for (int role = 0; role < block_roles; ++role) {
    const auto [row, column] = pairs[role];
    const auto is_it = [&pair = pairs[role]](const Slot& s) { return std::array{s.row, s.column} == pair; };
    auto slot = std::ranges::find_if(slots_, is_it);
    if (slot == slots_.end()) {
      slot = std::ranges::find(slots_, -1, &Slot::row);  // always found: there are as many slots as roles
      slot->row = row;
      slot->column = column;
      const std::int64_t elements = layout.elements(row, column);
      slot->buffers.clear_sum(elements);
      if (screen_.is_zero_block(row, column)) slot->buffers.density.set_to_zero(static_cast<std::size_t>(elements));
      else reads[fetched++] = {row, column, slot->buffers.density.data()};
    }
    slot_of_role_[role] = &*slot;
    std::fill_n(fock_of_role_[role].begin(), layout.elements(row, column), 0.0);
    blocks.density[role] = slot->buffers.density.data();
    blocks.fock[role] = fock_of_role_[role].data();
  }
  if (fetched > 0) transfers_.get(OperationKind::get, std::span(reads).first(fetched));
  return blocks;
}

void CacheMerged::accumulate(const Task&, std::int64_t quartets, int) {
  if (quartets == 0) return;
  for (int role = 0; role < block_roles; ++role) {
    Slot& slot = *slot_of_role_[role];
    slot.touched = true;
    if (transfers_.exact_words() > 0) {
      transfers_.add(slot.row, slot.column, fock_of_role_[role].data(), slot.buffers.integers.data());
      continue;
    }
    const std::int64_t elements = transfers_.layout().elements(slot.row, slot.column);
    for (std::int64_t e = 0; e < elements; ++e) slot.buffers.fock.data()[e] += fock_of_role_[role][e];
  }
}

void CacheMerged::release(Slot& slot) {
  if (slot.touched) {
    const Contribution contribution{slot.row, slot.column, slot.buffers.sum(), slot.buffers.density.data()};
    transfers_.accumulate(OperationKind::accumulate, std::span(&contribution, 1));
  }
  slot.row = slot.column = -1;
  slot.touched = false;
}

void CacheMerged::flush() {
  for (Slot& slot : slots_) release(slot);
}

}  // namespace

std::unique_ptr<BlockCache> make_cache_merged(const CacheContext& context) {
  return std::make_unique<CacheMerged>(context.transfers, context.screen);
}

}  // namespace fockproxy
