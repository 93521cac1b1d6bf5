// G from Libint alone, with permutational symmetry, nothing screened: what a whole build is compared with.
#pragma once

#include <functional>

#include "chem/basis_set.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Hartree: a contribution that is left out of what is exact; times 1e5 shell pairs that is still 1e-12.
inline constexpr double negligible_in_exact = 1e-17;

// G of a density that is the same on every rank, in hartree, the same on every rank: one matrix (RHF) or two (UHF),
// conventions of scf/two_electron_builder.hpp. Quartets whose contribution is below 1e-17 hartree by Libint's own
// Schwarz bounds are left out, which no sum of them can lift to 1e-12; no bound, kernel or digestion of the program
// takes part. Shell pairs are dealt out to the ranks. Collective.
// tick: called on every rank after each of its shell pairs with the share of its work that is done, 0 to 1.
SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::function<void(double)>& tick = {});

}  // namespace fockproxy
