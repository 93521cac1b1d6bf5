// Checks whether ranks and helpers have the cores that they need. If not, a measurement shows the scheduler.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "parallel/runtime.hpp"

namespace fockproxy {

// Where a rank and its helpers may run.
struct RankPlacement {
  int node = 0;
  int helpers = 0;
  std::vector<int> cores;  // of its node
};

// One sentence for each problem: more ranks and helpers than cores on a node, or helpers that can run only on the core
// of their rank. Empty without helpers. Local.
std::vector<std::string> core_warnings(std::span<const RankPlacement> ranks);

// Collective; returns the warnings on rank 0. `helpers`: the number of helpers of this rank, now or later.
std::vector<std::string> core_warnings(const Runtime& runtime, int helpers);

}  // namespace fockproxy
