// Blocks that several threads of a rank hold at the same time.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "blocks/block_transfers.hpp"
#include "parallel/thread_calls.hpp"

namespace fockproxy {

// A block of D is fetched by the first thread that wants it, and read by all. Each thread adds to a block of F of its
// own, so that none waits while it computes; the blocks are added up under a lock when the threads let go, and the last
// one sends the sum. Thread-safe. `calls` must outlive it.
class HeldBlocks {
 public:
  HeldBlocks(const BlockLayout& layout, ThreadCalls& calls) : layout_(layout), calls_(calls) {}

  // The block of D, there until let_go(). `transfers`: of the calling thread.
  const double* hold(int row, int column, BlockTransfers& transfers);
  // After hold() of the same block by the same thread: what it has added up of F.
  void let_go(int row, int column, const BlockBuffers& buffers, BlockTransfers& transfers);

 private:
  struct Block {
    explicit Block(std::size_t elements) : density(elements) {}
    int holders = 0;  // under mutex_
    std::vector<double> density;
    std::atomic<bool> there{false};
    std::optional<BlockBuffers> sum;  // of those that let go, under mutex_; none: of none
  };
  using Blocks = std::map<std::pair<int, int>, std::unique_ptr<Block>>;

  const BlockLayout& layout_;
  ThreadCalls& calls_;
  std::mutex mutex_;  // never held during communication
  Blocks blocks_;
};

}  // namespace fockproxy
