// The tables of cache policies and of sums. A new policy needs one file with a make function, its declaration and its
// line here.
#include "blocks/block_cache.hpp"

namespace fockproxy {

std::unique_ptr<BlockCache> make_cache_none(const CacheContext&);
std::unique_ptr<BlockCache> make_cache_ijk(const CacheContext&);
std::unique_ptr<BlockCache> make_cache_merged(const CacheContext&);

namespace {

const CacheEntry table[] = {
    {.name = "none",
     .summary = "6 gets and 6 accumulates in every task",
     .make = make_cache_none,
     .no_prefetch = "it is there to fetch everything anew"},
    {.name = "ijk",
     .summary = "3 gets and 3 accumulates (KL, IL, JL) in every task; IJ, IK, JK are held while they stay the same",
     .make = make_cache_ijk},
    {.name = "merged",
     .summary = "as few as possible: repeats and zero blocks skipped, consecutive accumulates merged",
     .make = make_cache_merged,
     .no_prefetch = "which blocks the next task lacks is known only when the present one is done",
     .no_several = "its working set is that of one task",
     .no_device = "it adds contributions to a block on the host"},
    {.name = "replicated",
     .summary = "no block communication: D broadcast before, F reduced after",
     .make = make_cache_ijk,
     .no_prefetch = "nothing is fetched",
     .no_device = "no block moves, and the copies of D and F are on the host",
     .replicated = true},
};

}  // namespace

std::span<const CacheEntry> cache_table() { return table; }

std::span<const SumEntry> sum_table() {
  static constexpr SumEntry table[] = {
      {.name = "double", .summary = "as doubles, in the order of arrival"},
      {.name = "exact", .summary = "as integer multiples of a power of two: the same bits in any order", .exact = true},
      {.name = "exact-wide",
       .summary = "the same with two integers per element, even if one is precise enough",
       .exact = true,
       .wide = true},
  };
  return table;
}

const SumEntry& look_up(Type<SumEntry>, std::string_view name) { return entry_of(sum_table(), "sum", name); }

const CacheEntry& look_up(Type<CacheEntry>, std::string_view name) {
  return entry_of(cache_table(), "cache policy", name);
}

}  // namespace fockproxy
