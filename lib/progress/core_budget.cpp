#include "progress/core_budget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <sstream>

#include "support/own_cores.hpp"

namespace fockproxy {

std::vector<std::string> core_warnings(std::span<const RankPlacement> ranks) {
  struct Node {
    int ranks = 0, helpers = 0;
    std::set<int> cores;
  };
  std::map<int, Node> nodes;
  std::vector<int> crowded;  // ranks with a helper and a single core
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    Node& node = nodes[ranks[r].node];
    ++node.ranks;
    node.helpers += ranks[r].helpers;
    node.cores.insert(ranks[r].cores.begin(), ranks[r].cores.end());
    if (ranks[r].helpers > 0 && ranks[r].cores.size() == 1) crowded.push_back(static_cast<int>(r));
  }
  std::vector<std::string> warnings;
  for (const auto& [number, node] : nodes)
    if (node.helpers > 0 && node.ranks + node.helpers > static_cast<int>(node.cores.size()))
      warnings.push_back(fmt::format("node {}: {} ranks and {} progress helpers share {} cores; expect disturbed times",
                                     number, node.ranks, node.helpers, node.cores.size()));
  if (!crowded.empty())
    warnings.push_back(
        fmt::format("the progress helpers of ranks {} are bound to the one core on which their rank "
                    "computes; bind ranks to more cores (Open MPI: --bind-to none)",
                    fmt::join(crowded, ", ")));
  return warnings;
}

std::vector<std::string> core_warnings(const Runtime& runtime, int helpers) {
  const Communicator& world = runtime.world();
  std::string mine = std::to_string(helpers);
  for (const int core : own_cores()) mine += " " + std::to_string(core);
  const std::vector<std::string> all = world.gather(mine);
  std::vector<RankPlacement> ranks;
  for (std::size_t r = 0; r < all.size(); ++r) {
    std::istringstream numbers(all[r]);
    RankPlacement& rank = ranks.emplace_back();
    rank.node = runtime.node_of(static_cast<int>(r));
    numbers >> rank.helpers;
    for (int core = 0; numbers >> core;) rank.cores.push_back(core);
  }
  return core_warnings(ranks);
}

}  // namespace fockproxy
