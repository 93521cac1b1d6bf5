// A Hartree-Fock problem: all data that are the same in each SCF iteration.
#pragma once

#include <array>
#include <functional>

#include "scf/core_hamiltonian.hpp"
#include "scf/orbitals.hpp"

namespace fockproxy {

// It refers to its algebra, molecule and basis, which must outlive it.
struct HartreeFockProblem {
  Algebra& algebra;
  const Molecule& molecule;
  const BasisSet& basis;
  bool unrestricted;            // two spin densities, UHF
  std::array<int, 2> occupied;  // alpha, beta; equal for RHF
  CoreHamiltonian hamiltonian;
  DenseMatrix core;  // H
  Orthogonalization orthogonal;
  double nuclear_repulsion;              // hartree
  double one_electron_seconds = 0;       // wall, on rank 0: for the core Hamiltonian and the overlap
  double orthogonalisation_seconds = 0;  // wall, on rank 0

  int spins() const { return unrestricted ? 2 : 1; }
  const Communicator& comm() const { return algebra.grid().comm(); }
};

struct ProblemOptions {
  bool unrestricted = false;
  double overlap_threshold = 1e-7;            // eigenvalues of the overlap below it are dropped
  std::function<void(double)> progress = {};  // for the one-electron integrals: see core_hamiltonian()
};

// Collective. Throws UsageError if the basis has fewer independent functions than there are electrons of one spin, or
// if an open shell is requested without `unrestricted`.
HartreeFockProblem make_problem(Algebra& algebra, const Molecule& molecule, const BasisSet& basis,
                                const ProblemOptions& options = {});

// Collective. The density of the lowest orbitals of `fock`, or of `transformed` = X^T F X; symmetric to the last bit.
SpinDense lowest_density(const HartreeFockProblem& problem, const SpinDense& fock);
SpinDense lowest_density_of_transformed(const HartreeFockProblem& problem, const SpinDense& transformed);

// Local. F = H + G for every spin.
SpinDense fock_matrices(const HartreeFockProblem& problem, const SpinDense& two_electron);

}  // namespace fockproxy
