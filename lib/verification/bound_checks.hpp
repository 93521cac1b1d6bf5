// What screening leaves out, looked at by Libint: is it as small as its bound said, and are the bounds bounds?
#pragma once

#include <cstdint>

#include "integrals/exact_engine.hpp"
#include "parallel/communicator.hpp"
#include "tasks/quartet_screen.hpp"
#include "verification/bounded_pair.hpp"
#include "verification/coverage.hpp"
#include "verification/verification.hpp"

namespace fockproxy {

// Both are collective, the result the same on every rank; what was looked at is added to `coverage`.

// Squares of Schwarz bounds of random shell pairs against max |(ab|ab)| by Libint: none may be smaller by more than
// bound_rounding of itself.
Check check_schwarz_bounds(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                           const Effort& effort, Coverage& coverage);

// Quartets that the screen drops, drawn at random from those whose bound is within a factor 1000 of the threshold: no
// update that Libint finds for them may reach it. `pairs`: pairs_by_bound() of this screen.
Check check_dropped_quartets(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                             const std::vector<BoundedPair>& pairs, const Effort& effort, Coverage& coverage);

}  // namespace fockproxy
