#include "fock/block_cache.hpp"

#include <string>

#include "fock/cache_ijk.hpp"
#include "fock/cache_merged.hpp"
#include "fock/cache_none.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

const CacheEntry table[] = {
    {"none", "6 gets and 6 accumulates in every task",
     [](BlockTransfers& transfers, const QuartetScreen&) { return std::make_unique<CacheNone>(transfers); },
     "it is there to fetch everything anew"},
    {"ijk", "3 gets and 3 accumulates (KL, IL, JL) in every task; IJ, IK, JK are held while they stay the same",
     [](BlockTransfers& transfers, const QuartetScreen&) { return std::make_unique<CacheIjk>(transfers); }},
    {"merged", "as few as possible: repeats and zero blocks skipped, consecutive accumulates merged",
     [](BlockTransfers& transfers, const QuartetScreen& screen) {
       return std::make_unique<CacheMerged>(transfers, screen);
     },
     "which blocks the next task lacks is known only when the present one is done"},
};

}  // namespace

std::span<const CacheEntry> cache_table() { return table; }

const CacheEntry& find_cache(std::string_view name) {
  std::string known;
  for (const CacheEntry& entry : table) {
    if (entry.name == name) return entry;
    known += std::string(entry.name) + ", ";
  }
  throw AgreedUsageError("unknown cache policy '" + std::string(name) + "'; known are " + known + "replicated");
}

BlockBuffers::BlockBuffers(const BlockLayout& layout) {
  const std::size_t size = std::size_t(layout.spins()) * layout.largest_rows() * layout.largest_rows();
  density.resize(size);
  fock.resize(size);
}

}  // namespace fockproxy
