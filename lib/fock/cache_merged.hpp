// --cache merged: the least communication that consecutive tasks allow.
#pragma once

#include "fock/block_cache.hpp"

namespace fockproxy {

// A working set of the distinct blocks of the current task. It keeps a block that the next task also needs. It does not
// fetch D blocks that are zero, and does not send F blocks without a contribution.
class CacheMerged : public BlockCache {
 public:
  CacheMerged(BlockTransfers& transfers, const QuartetScreen& screen);
  TaskBlocks fetch(const Task& task) override;
  void accumulate(const Task& task, std::int64_t quartets) override;
  void flush() override;

 private:
  struct Slot {
    int row = -1, column = -1;  // -1: free
    bool touched = false;       // has F contributions that were not sent
    BlockBuffers buffers;       // F: the sum over the tasks and roles that shared the block
  };
  void release(Slot& slot);

  BlockTransfers& transfers_;
  const QuartetScreen& screen_;
  std::vector<Slot> slots_;
  std::array<Slot*, block_roles> slot_of_role_{};
  std::array<std::vector<double>, block_roles> fock_of_role_;  // distinct buffers also where roles share a slot
};

}  // namespace fockproxy
