#include "fock/block_cache.hpp"

#include "fock/cache_ijk.hpp"
#include "fock/cache_merged.hpp"
#include "fock/cache_none.hpp"

namespace fockproxy {

namespace {

const CacheEntry table[] = {
    {.name = "none",
     .summary = "6 gets and 6 accumulates in every task",
     .make = [](const CacheContext& context) { return std::make_unique<CacheNone>(context.transfers); },
     .no_prefetch = "it is there to fetch everything anew"},
    {.name = "ijk",
     .summary = "3 gets and 3 accumulates (KL, IL, JL) in every task; IJ, IK, JK are held while they stay the same",
     .make = [](const CacheContext& context) { return std::make_unique<CacheIjk>(context.transfers, context.held); }},
    {.name = "merged",
     .summary = "as few as possible: repeats and zero blocks skipped, consecutive accumulates merged",
     .make =
         [](const CacheContext& context) {
           return std::make_unique<CacheMerged>(context.transfers, context.screen);
         },
     .no_prefetch = "which blocks the next task lacks is known only when the present one is done"},
    {.name = "replicated",
     .summary = "no block communication: D broadcast before, F reduced after",
     .make = [](const CacheContext& context) { return std::make_unique<CacheIjk>(context.transfers, context.held); },
     .no_prefetch = "nothing is fetched",
     .replicated = true},
};

}  // namespace

std::span<const CacheEntry> cache_table() { return table; }

const CacheEntry& look_up(Type<CacheEntry>, std::string_view name) {
  return entry_of(cache_table(), "cache policy", name);
}

BlockBuffers::BlockBuffers(const BlockLayout& layout) {
  const std::size_t size = std::size_t(layout.spins()) * layout.largest_rows() * layout.largest_rows();
  density.resize(size);
  fock.resize(size);
}

}  // namespace fockproxy
