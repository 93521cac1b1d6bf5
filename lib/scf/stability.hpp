// Stability of a Hartree-Fock solution (Seeger & Pople, J. Chem. Phys. 66, 3045, 1977).
#pragma once

#include <optional>

#include "scf/rotation_space.hpp"

namespace fockproxy {

// Eigenvalues are the lowest of the orbital Hessian (A + B of real rotations), hartree. They are followed until their
// signs are known: what is given is an upper bound, and a few per cent above, but for a triplet's below zero.
struct Stability {
  double lowest_eigenvalue = 0;          // of rotations within the method
  std::optional<double> lowest_triplet;  // of an RHF solution: of rotations of one spin against the other
  int builds = 0;                        // Fock builds it took
  bool stable = true;                    // within the method
  SpinDense density{};                   // rotated downhill when the solution is unstable, else empty

  bool stable_as_uhf() const;  // an RHF solution: no UHF solution lies below it nearby
};

// Collective. Whether a converged solution is a minimum with respect to real rotations of its own orbitals, or a
// saddle point, as self-consistent solutions of high symmetry can be; and whether an RHF solution is also a minimum
// among UHF ones. Finds the lowest eigenvalues by Davidson's method, one Fock build per vector, of both kinds of RHF
// together. `orbitals` are the solution's, one set per spin; `builder` takes two spin densities.
Stability stability_of(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                       TwoElectronBuilder& builder);

}  // namespace fockproxy
