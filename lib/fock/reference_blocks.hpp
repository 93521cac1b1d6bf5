// Shell-pair blocks of G, recomputed by the reference builder and compared.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fock/verification.hpp"
#include "integrals/repulsion_engine.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// What a screened G may differ from the unscreened one in any element (README, "Accuracy"): 50 thresholds for what
// screening leaves out, and 1e-11 for the order of summation.
double promised_error(double threshold);

// How long the sampling of a run may take: 2% of the Fock builds so far or `least` seconds, whichever is larger.
struct ReferenceBudget {
  double least = 0.1;
  double fock_seconds = 0;
  double spent = 0;
  double left() const { return std::max(0.02 * fock_seconds, least) - spent; }
};

// Seeded random blocks, different ones on every rank, as many as the budget allows and at least `at_least` per rank.
// Terms below threshold / 1000 are left out of the reference. Collective; the result is the same on every rank.
Check check_sampled_blocks(const Communicator& comm, const ShellPairs& pairs, const Matrix& schwarz,
                           const SpinMatrices& density, const SpinMatrices& g, double threshold, std::uint64_t seed,
                           int at_least, ReferenceBudget& budget);

// Every block, nothing left out, shell pairs divided over the ranks. Collective.
Check check_all_blocks(const Communicator& comm, const ShellPairs& pairs, const Matrix& schwarz,
                       const SpinMatrices& density, const SpinMatrices& g, double threshold);

}  // namespace fockproxy
