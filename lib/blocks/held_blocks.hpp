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

// The first thread that needs a block of D fetches it, and all threads read it. Each thread adds to its own block of F,
// so no thread waits while it computes. When a thread releases the block, its F block is added to the sum under a lock,
// and the last thread sends the sum. Thread-safe. `calls` must outlive the object.
class HeldBlocks {
 public:
  HeldBlocks(const BlockLayout& layout, ThreadCalls& calls) : layout_(layout), calls_(calls) {}

  // Returns the block of D, which exists until let_go(). `transfers`: of the calling thread.
  const double* hold(int row, int column, BlockTransfers& transfers);
  // Releases a block that the same thread holds. buffers: its sum of F.
  void let_go(int row, int column, const BlockBuffers& buffers, BlockTransfers& transfers);

 private:
  struct Block {
    explicit Block(std::size_t elements) : density(elements) {}
    int holders = 0;  // under mutex_
    std::vector<double> density;
    std::atomic<bool> there{false};
    std::optional<BlockBuffers> sum;  // of the threads that let go, under mutex_; not set: no thread has
  };
  using Blocks = std::map<std::pair<int, int>, std::unique_ptr<Block>>;

  const BlockLayout& layout_;
  ThreadCalls& calls_;
  std::mutex mutex_;  // never held during communication
  Blocks blocks_;
};

}  // namespace fockproxy
