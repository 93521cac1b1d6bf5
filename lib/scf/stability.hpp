// Internal stability of a Hartree-Fock solution (Seeger & Pople, J. Chem. Phys. 66, 3045, 1977).
#pragma once

#include "scf/problem.hpp"
#include "scf/two_electron_builder.hpp"

namespace fockproxy {

struct Stability {
  double lowest_eigenvalue = 0;  // of the orbital Hessian (A + B of real rotations, singlet for RHF), hartree
  int builds = 0;                // Fock builds it took
  bool stable = true;
  SpinDense density{};           // rotated downhill when the solution is unstable, else empty
};

// Collective. Whether a converged solution is a minimum with respect to real rotations of its own orbitals, or a
// saddle point, as self-consistent solutions of high symmetry can be. Finds the lowest eigenvalue by Davidson's method
// (J. Comput. Phys. 17, 87, 1975), one Fock build per vector. `orbitals` are the solution's, one set per spin.
Stability internal_stability(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                             TwoElectronBuilder& builder);

}  // namespace fockproxy
