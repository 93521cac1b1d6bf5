// --cache none: holds no block; each task fetches and accumulates all six blocks.
#pragma once

#include "fock/block_cache.hpp"

namespace fockproxy {

class CacheNone : public BlockCache {
 public:
  explicit CacheNone(BlockTransfers& transfers);
  TaskBlocks fetch(const Task& task) override;
  void accumulate(const Task& task, std::int64_t quartets) override;
  void flush() override {}

 private:
  BlockTransfers& transfers_;
  std::vector<BlockBuffers> buffers_;  // by role
};

}  // namespace fockproxy
