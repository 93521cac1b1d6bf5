// A Hartree-Fock problem: everything that stays the same from one SCF iteration to the next.
#pragma once

#include <array>

#include "scf/core_hamiltonian.hpp"
#include "scf/orbitals.hpp"

namespace fockproxy {

// Refers to its communicator, molecule and basis: they must outlive it.
struct HartreeFockProblem {
  const Communicator& comm;
  const Molecule& molecule;
  const BasisSet& basis;
  bool unrestricted;               // two spin densities, UHF
  std::array<int, 2> occupied;     // alpha, beta; equal for RHF
  CoreHamiltonian hamiltonian;     // on every rank
  Matrix core;                     // H, on every rank
  Orthogonalization orthogonal;    // x on rank 0 only; the rest on every rank
  double nuclear_repulsion;        // hartree
  double one_electron_seconds = 0; // wall, on rank 0

  int spins() const { return unrestricted ? 2 : 1; }
};

// Collective. Throws UsageError when the basis has fewer independent functions than there are electrons of one spin,
// or when an open shell is asked for without `unrestricted`.
HartreeFockProblem make_problem(const Communicator& comm, const Molecule& molecule, const BasisSet& basis,
                                bool unrestricted, double overlap_threshold = 1e-7);

// Collective. The density of the lowest orbitals of `fock` (used on rank 0 only), bitwise the same on every rank.
SpinMatrices lowest_density(const HartreeFockProblem& problem, const SpinMatrices& fock);

// Collective. F = H + G for every spin, on every rank.
SpinMatrices fock_matrices(const HartreeFockProblem& problem, const SpinMatrices& two_electron);

}  // namespace fockproxy
