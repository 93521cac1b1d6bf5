// Have ranks and helpers the cores that they need? If not, a measurement tells about the scheduler.
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

// One sentence for each thing that is wrong: more ranks and helpers than cores on a node, and helpers that can run only
// where their rank computes. Nothing where there are no helpers. Local.
std::vector<std::string> core_warnings(std::span<const RankPlacement> ranks);

// Collective; the warnings are on rank 0. `helpers`: how many this rank has or will have.
std::vector<std::string> core_warnings(const Runtime& runtime, int helpers);

}  // namespace fockproxy
