// What each rank did, as the program of van Dam et al. (2008) printed it.
#include <fmt/format.h>

#include <algorithm>

#include "app/counter/counter_report.hpp"
#include "record/text_table.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t most_ranks = 16;  // beyond, those that differ most from the rest say enough

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
  fmt::print("What each rank did (mean of the runs)\n");
  TextTable table({"case", "counter", "window", "progress", "rank", "tasks", "getting values", "computing",
                   "waiting at the end", "total"},
                  5);
  bool shortened = false;
  for (const CounterConfig& c : rows) {
    const std::vector<std::size_t> ranks = chosen_ranks(c.row.by_rank);
    shortened |= ranks.size() < c.row.by_rank.size();
    for (const std::size_t r : ranks) {
      const RankShare& share = c.row.by_rank[r];
      table.add({fmt::format("{}{}", c.experiment_case, c.null ? " (null)" : ""), c.counter, c.window, c.progress,
                 std::to_string(r), fmt::format("{:.4g}", share.tasks), format_seconds(share.values),
                 format_seconds(share.work), format_seconds(share.at_end), format_seconds(share.total)});
    }
  }
  fmt::print("{}{}\n", table.str(),
             shortened ? "  only rank 0, the busiest and the idlest ranks; --json has all\n" : "");
}

}  // namespace fockproxy
