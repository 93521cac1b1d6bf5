// A shell pair with its Schwarz bound, for lists sorted by the bound.
#pragma once

#include <vector>

#include "integrals/exact_engine.hpp"
#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

struct BoundedPair {
  int a, b;        // shells
  double schwarz;  // sqrt (ab|ab)
};

// All pairs a >= b by descending bound, from Libint. A loop over partners of a pair can end at the first negligible
// one. Collective, the same on every rank.
std::vector<BoundedPair> pairs_by_bound(const Communicator& comm, ExactEngine& engine);

// All pairs a >= b by ascending bound of the screen. Local, the same on every rank.
std::vector<BoundedPair> pairs_by_bound(const QuartetScreen& screen, int shells);

}  // namespace fockproxy
