// Cache policies: which blocks of D and F stay with a rank between its tasks. And the options of the blocks.
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

// Brings the six D blocks of a task, and takes the six F blocks away. Several tasks may be in flight, between fetch()
// and accumulate(), each in a place of its own: 0 .. CacheContext::in_flight - 1. They have I, J and K in common.
// Local; not thread-safe.
class alignas(apart) BlockCache {
 public:
  virtual ~BlockCache() = default;

  // Makes the D blocks of the task present and gives F blocks to add to; valid until accumulate() of this place.
  virtual TaskBlocks fetch(const Task& task, int place) = 0;
  // Begins to fetch what every task needs anew, for the task that fetch() will be called with next, of place 0.
  virtual void prefetch(const Task&) {}
  // After the task was digested. `quartets`: how many shell quartets it had; none leaves its F blocks zero.
  virtual void accumulate(const Task& task, std::int64_t quartets, int place) = 0;
  // Sends what is still held. Afterwards the cache is empty.
  virtual void flush() = 0;
};

// What a cache is made of; everything must outlive it.
struct CacheContext {
  BlockTransfers& transfers;
  const QuartetScreen& screen;
  HeldBlocks* held = nullptr;  // where threads of the rank share what they hold; nullptr: there is one thread
  int in_flight = 1;           // tasks at a time
};

// One line of the table of names.
struct CacheEntry {
  std::string_view name;
  std::string_view summary;
  std::function<std::unique_ptr<BlockCache>(const CacheContext&)> make;  // local
  std::string_view no_prefetch = "";                                     // why prefetch() does nothing; empty: it does
  std::string_view no_several = "";  // why there is one task in flight; empty: there may be several
  bool replicated = false;           // D and F are whole on every rank, and no block moves: see build_matrices.hpp
};

std::span<const CacheEntry> cache_table();
const CacheEntry& look_up(Type<CacheEntry>, std::string_view name);  // throws UsageError listing the known names

// Where D and F live, and what a rank keeps of them.
struct BlockOptions {
  Choice<MatrixEntry> matrix = "rma";  // not looked at where the cache replicates
  Choice<CacheEntry> cache = "ijk";
  MatrixOptions matrices{};      // their window kind is the counter's too
  bool node_reads = false;       // D blocks that ranks of the node own are loaded from memory that it shares
  bool prefetch_blocks = false;  // the D blocks of the next task travel while the present one is computed
  int in_flight = 1;             // tasks of a draw whose blocks a thread has at a time, at most

  bool replicated() const { return cache->replicated; }
  int most_in_flight() const { return prefetch_blocks || !cache->no_several.empty() ? 1 : in_flight; }
};

// A D block and an F block of the same place, of the largest size a layout has.
struct BlockBuffers {
  explicit BlockBuffers(const BlockLayout& layout)
      : density(std::size_t(layout.spins()) * layout.largest_rows() * layout.largest_rows()), fock(density.size()) {}

  std::vector<double> density, fock;
};

}  // namespace fockproxy
