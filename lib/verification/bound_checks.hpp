// Checks with Libint that dropped quartets are as small as their bounds say, and that the bounds are valid.
#pragma once

#include <cstdint>

#include "integrals/exact_engine.hpp"
#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/bounded_pair.hpp"
#include "verification/coverage.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// Both are collective, and the result is the same on every rank. They add their checked items to `coverage`.

// Compares squares of Schwarz bounds of random shell pairs with max |(ab|ab)| of Libint. None may be smaller by more
// than bound_rounding of itself.
Check check_schwarz_bounds(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                           const Effort& effort, Coverage& coverage);

// Draws quartets that the screen drops, at random among those whose bound is within a factor 1000 of the threshold. No
// update that Libint finds for them may reach the threshold. `pairs`: pairs_by_bound() of this screen.
Check check_dropped_quartets(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                             const std::vector<BoundedPair>& pairs, const Effort& effort, Coverage& coverage);

}  // namespace fockproxy
