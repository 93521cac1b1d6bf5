#include "scf/problem.hpp"

#include <string>

#include "support/clock.hpp"
#include "support/error.hpp"
#include "system/process_status.hpp"

namespace fockproxy {

HartreeFockProblem make_problem(Algebra& algebra, const Molecule& molecule, const BasisSet& basis,
                                const ProblemOptions& options) {
  const double start = now();
  HartreeFockProblem problem{algebra,
                             molecule,
                             basis,
                             options.unrestricted,
                             {molecule.alpha_electrons(), molecule.beta_electrons()},
                             core_hamiltonian(algebra, basis, molecule, options.progress),
                             {},
                             {},
                             molecule.nuclear_repulsion()};
  problem.core = problem.hamiltonian.core();
  const double integrals_done = now();
  problem.one_electron_seconds = integrals_done - start;
  process_status.mark("orthogonalisation");
  if (!options.unrestricted && problem.occupied[0] != problem.occupied[1])
    throw AgreedUsageError("multiplicity " + std::to_string(molecule.multiplicity) +
                           " needs an unrestricted calculation");
  problem.orthogonal = canonical_orthogonalization(algebra, problem.hamiltonian.overlap, options.overlap_threshold);
  if (problem.occupied[0] > problem.orthogonal.x.columns())
    throw AgreedUsageError("basis " + basis.name() + " has " + std::to_string(problem.orthogonal.x.columns()) +
                           " independent functions on this molecule, too few for " +
                           std::to_string(problem.occupied[0]) + " electrons of one spin; choose a larger basis");
  problem.orthogonalisation_seconds = now() - integrals_done;
  return problem;
}

SpinDense lowest_density(const HartreeFockProblem& problem, const SpinDense& fock) {
  SpinDense transformed;
  for (const DenseMatrix& f : fock)
    transformed.push_back(in_orthonormal_basis(problem.algebra, f, problem.orthogonal.x));
  return lowest_density_of_transformed(problem, transformed);
}

SpinDense lowest_density_of_transformed(const HartreeFockProblem& problem, const SpinDense& transformed) {
  process_status.mark("diagonalisation");
  Algebra& algebra = problem.algebra;
  const DenseMatrix& x = problem.orthogonal.x;
  SpinDense density;
  for (int s = 0; s < problem.spins(); ++s) {
    const auto spin = static_cast<std::size_t>(s);
    const int occupied = problem.occupied[spin];
    density.push_back(density_of(algebra, solve_transformed(algebra, transformed[spin], x, occupied), occupied));
  }
  return density;
}

SpinDense fock_matrices(const HartreeFockProblem& problem, const SpinDense& two_electron) {
  SpinDense fock = two_electron;
  for (DenseMatrix& f : fock) f += problem.core;
  return fock;
}

}  // namespace fockproxy
