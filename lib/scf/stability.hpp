// Stability of a Hartree-Fock solution (Seeger & Pople, J. Chem. Phys. 66, 3045, 1977).
#pragma once

#include <optional>

#include "scf/rotation_space.hpp"

namespace fockproxy {

// Eigenvalues are the lowest of the orbital Hessian (A + B of real rotations), hartree. The iteration ends when their
// signs are known. A positive one is an upper bound, a few per cent too large. A negative triplet one is any eigenvalue
// below zero.
struct Stability {
  // The lowest eigenvalue of an RHF solution for rotations of one spin against the other. Rotations that both spins
  // share cannot have a lower one: their Hessian is this one plus 4 (ia|jb), which is positive semidefinite.
  std::optional<double> lowest_triplet{};
  // The lowest eigenvalue for rotations within the method. None if lowest_triplet is not negative, because the solution
  // is then stable.
  std::optional<double> lowest_eigenvalue{};
  int builds = 0;       // the number of Fock builds
  bool stable = true;   // within the method
  SpinDense density{};  // the density rotated downhill if the solution is unstable, else empty

  bool stable_as_uhf() const;  // for an RHF solution: no UHF solution of lower energy is near it
};

// Collective. Determines whether a converged solution is a minimum with respect to real rotations of its orbitals, or a
// saddle point, as self-consistent solutions of high symmetry can be. For an RHF solution it also determines whether it
// is a minimum among UHF solutions. Finds the lowest eigenvalues by Davidson's method, one Fock build per vector.
// Triplet rotations come first. Their total density is zero, so only exchange is built, and a solution that is stable
// towards them is stable within RHF. `orbitals`: of the solution, one set per spin. `builder` takes two spin densities.
Stability stability_of(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                       TwoElectronBuilder& builder);

}  // namespace fockproxy
