// --cache ijk (the default): what NWChem's builder does, and the experiment of this program. L runs fastest over the
// tasks, so IJ, IK and JK stay the same from task to task and are held; KL, IL and JL are fetched and accumulated in
// every task, also where two of them coincide or equal a held block: six communications a task, always.
#pragma once

#include "fock/block_cache.hpp"

namespace fockproxy {

class CacheIjk : public BlockCache {
 public:
  explicit CacheIjk(BlockTransfers& transfers);
  TaskBlocks fetch(const Task& task) override;
  void prefetch(const Task& next) override;  // KL, IL and JL
  void accumulate(const Task& task, std::int64_t quartets) override;
  void flush() override;

 private:
  struct Held {
    int row = -1, column = -1;  // -1: holds nothing
    BlockBuffers buffers;
  };
  void release(Held& held);

  BlockTransfers& transfers_;
  std::vector<Held> held_;               // IJ, IK, JK
  std::vector<BlockBuffers> streaming_;  // KL, IL, JL
  std::vector<std::vector<double>> ahead_;  // D of the next task's; empty until the first prefetch()
  bool prefetched_ = false;
};

}  // namespace fockproxy
