// A shell pair with its Schwarz bound, for lists that are sorted by it.
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

// All pairs a >= b by falling bound, Libint's: what a pair meets ends at the first that is negligible. Collective, the
// same on every rank.
std::vector<BoundedPair> pairs_by_bound(const Communicator& comm, ExactEngine& engine);

// All pairs a >= b by rising bound, the screen's. Local, the same on every rank.
std::vector<BoundedPair> pairs_by_bound(const QuartetScreen& screen, int shells);

}  // namespace fockproxy
