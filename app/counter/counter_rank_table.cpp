// What each rank did, as the program of van Dam et al. (2008) printed it.
#include <fmt/format.h>

#include <algorithm>

#include "app/counter/counter_report.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t most_ranks = 16;  // with more ranks, those that differ most are enough

// The ranks to print: all, or rank 0, the busiest and the idlest ones.
std::vector<std::size_t> chosen_ranks(const std::vector<RankShare>& by_rank) {
  std::vector<std::size_t> ranks(by_rank.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) ranks[r] = r;
  if (ranks.size() <= most_ranks) return ranks;
  std::ranges::sort(ranks.begin() + 1, ranks.end(), {}, [&](std::size_t r) { return by_rank[r].work; });
  ranks.erase(ranks.begin() + most_ranks / 2, ranks.end() - most_ranks / 2);
  std::ranges::sort(ranks);
  return ranks;
}

}  // namespace

void print_ranks(const std::vector<CounterConfig>& rows) {
  std::vector<RankRow> shown;
  bool shortened = false;
  for (const CounterConfig& c : rows) {
    const std::vector<std::size_t> ranks = chosen_ranks(c.row.by_rank);
    shortened |= ranks.size() < c.row.by_rank.size();
    for (const std::size_t rank : ranks) shown.push_back({&c, rank});
  }
  fmt::print("What each rank did (mean of the runs)\n{}{}\n", table_of(counter_rank_figures(), shown),
             shortened ? "  only rank 0, the busiest and the idlest ranks; --json has all\n" : "");
}

}  // namespace fockproxy
