// G from Libint alone, with permutational symmetry and without screening, to compare whole builds with.
#pragma once

#include <functional>

#include "chem/basis_set.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Hartree: the largest contribution that an exact build leaves out. Times 1e5 shell pairs this is still 1e-12.
inline constexpr double negligible_in_exact = 1e-17;

// G of a density that is the same on every rank, in hartree, the same on every rank: one matrix (RHF) or two (UHF),
// with the conventions of scf/two_electron_builder.hpp. Quartets with a contribution below 1e-17 hartree by Libint's
// own Schwarz bounds are left out; their sum stays below 1e-12. It uses no bound, kernel or digestion of the program.
// The ranks divide the shell pairs. Collective.
// tick: called on every rank after each of its shell pairs, with the share of its work that is done, 0 to 1.
SpinMatrices exact_two_electron(const Communicator& comm, const BasisSet& basis, const SpinMatrices& density,
                                const std::function<void(double)>& tick = {});

}  // namespace fockproxy
