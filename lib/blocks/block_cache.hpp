// Cache policies decide which blocks of D and F a rank keeps between its tasks. This file also has the options of
// blocks.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "blocks/block_transfers.hpp"
#include "blocks/held_blocks.hpp"
#include "matrices/distributed_matrix.hpp"
#include "support/cache_line.hpp"
#include "support/choice.hpp"
#include "tasks/quartet_screen.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// Fetches the six D blocks of a task, and accumulates its six F blocks. A task is in flight between fetch() and
// accumulate(). Several tasks may be in flight if they have I and J in common, in places 0, 1, ... below
// CacheContext::in_flight, fetched in that order. All are accumulated before place 0 is fetched again.
// Local; not thread-safe.
class alignas(apart) BlockCache {
 public:
  virtual ~BlockCache() = default;

  // Fetches the D blocks of the task that are not held, and returns them with F blocks to add to. The pointers are
  // valid until accumulate() of this place.
  virtual TaskBlocks fetch(const Task& task, int place) = 0;
  // Starts to fetch KL, IL and JL of the task of the next fetch(), which must have place 0.
  virtual void prefetch(const Task&) {}
  // Call it after the digestion of the task. `quartets`: its number of shell quartets; if 0, its F blocks are zero.
  virtual void accumulate(const Task& task, std::int64_t quartets, int place) = 0;
  // Accumulates the F blocks that are still held. Afterwards the cache is empty.
  virtual void flush() = 0;
};

// The objects that a cache needs. All must outlive the cache.
struct CacheContext {
  BlockTransfers& transfers;
  const QuartetScreen& screen;
  HeldBlocks* held = nullptr;  // the held blocks that the threads of the rank share; nullptr: there is one thread
  int in_flight = 1;           // the largest number of tasks in flight
};

// One line of the table of cache policies.
struct CacheEntry {
  std::string_view name;
  std::string_view summary;
  std::function<std::unique_ptr<BlockCache>(const CacheContext&)> make;  // local
  std::string_view no_prefetch = "";                                     // why prefetch() does nothing; empty: it works
  std::string_view no_several = "";  // why only one task may be in flight; empty: several may be
  std::string_view no_device = "";   // why blocks cannot be in memory of a device; empty: they can be
  bool replicated = false;           // D and F are whole on every rank, and no block moves: see build_matrices.hpp
};

std::span<const CacheEntry> cache_table();
const CacheEntry& look_up(Type<CacheEntry>, std::string_view name);  // throws UsageError listing the known names

// Where D and F are stored, and which of their blocks a rank keeps.
struct BlockOptions {
  Choice<MatrixEntry> matrix = "rma";  // unused if the cache replicates
  Choice<CacheEntry> cache = "ijk";
  MatrixOptions matrices{};      // the counter uses their window kind too
  bool node_reads = false;       // D blocks of ranks of the same node are loaded from the memory that the node shares
  bool prefetch_blocks = false;  // the D blocks of the next task are fetched while the present task is computed
  int in_flight = 1;             // the largest number of tasks of a ticket that a thread has in flight; not 0

  Choice<SumEntry> sum = "double";

  bool replicated() const { return cache->replicated; }
  int most_in_flight() const { return prefetch_blocks || !cache->no_several.empty() ? 1 : in_flight; }
};

}  // namespace fockproxy
