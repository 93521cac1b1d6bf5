// --cache ijk (the default): what NWChem's builder does, and the experiment of this program. L runs fastest over the
// tasks, so IJ, IK and JK stay the same from task to task and are held; KL, IL and JL are fetched and accumulated in
// every task, also where two of them coincide or equal a held block: six communications a task, always. Threads of a
// rank share what they hold.
#pragma once

#include "fock/block_cache.hpp"

namespace fockproxy {

class CacheIjk : public BlockCache {
 public:
  // held: of all threads of the rank, and must outlive the cache; nullptr: there is one thread.
  explicit CacheIjk(BlockTransfers& transfers, HeldBlocks* held = nullptr);
  TaskBlocks fetch(const Task& task) override;
  void prefetch(const Task& next) override;  // KL, IL and JL
  void accumulate(const Task& task, std::int64_t quartets) override;
  void flush() override;

 private:
  struct Held {
    int row = -1, column = -1;  // -1: holds nothing
    BlockBuffers buffers;
    const double* density = nullptr;  // in `buffers`, or the threads' common one
  };
  void hold(Held& held, int row, int column);
  void release(Held& held);

  BlockTransfers& transfers_;
  HeldBlocks* shared_;
  std::vector<Held> held_;               // IJ, IK, JK
  std::vector<BlockBuffers> streaming_;  // KL, IL, JL
  std::vector<std::vector<double>> ahead_;  // D of the next task's; empty until the first prefetch()
  std::array<BlockRead, 3> wanted_{};  // held blocks to fetch, of one task
  std::size_t wanted_count_ = 0;
  bool prefetched_ = false;
};

}  // namespace fockproxy
