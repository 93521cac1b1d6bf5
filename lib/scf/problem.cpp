#include "scf/problem.hpp"

#include <chrono>
#include <string>

#include "parallel/agreement.hpp"
#include "parallel/process_status.hpp"
#include "support/error.hpp"

namespace fockproxy {

HartreeFockProblem make_problem(const Communicator& comm, const Molecule& molecule, const BasisSet& basis,
                                bool unrestricted, double overlap_threshold) {
  const auto start = std::chrono::steady_clock::now();
  HartreeFockProblem problem{comm,
                             molecule,
                             basis,
                             unrestricted,
                             {molecule.alpha_electrons(), molecule.beta_electrons()},
                             core_hamiltonian(comm, basis, molecule),
                             {},
                             {},
                             molecule.nuclear_repulsion()};
  problem.core = problem.hamiltonian.core();
  process_status.mark("orthogonalisation");
  on_root(comm, [&] {
    if (!unrestricted && problem.occupied[0] != problem.occupied[1])
      throw UsageError("multiplicity " + std::to_string(molecule.multiplicity) + " needs an unrestricted calculation");
    problem.orthogonal = canonical_orthogonalization(problem.hamiltonian.overlap, overlap_threshold);
    if (problem.occupied[0] > problem.orthogonal.x.cols())
      throw UsageError("basis " + basis.name() + " has " + std::to_string(problem.orthogonal.x.cols()) +
                       " independent functions on this molecule, too few for " + std::to_string(problem.occupied[0]) +
                       " electrons of one spin; choose a larger basis");
  });
  comm.broadcast(std::span(&problem.orthogonal.dropped, 1));
  comm.broadcast(std::span(&problem.orthogonal.smallest_eigenvalue, 1));
  problem.one_electron_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return problem;
}

SpinMatrices lowest_density(const HartreeFockProblem& problem, const SpinMatrices& fock) {
  const int n = problem.basis.functions();
  process_status.mark("diagonalisation");
  SpinMatrices density(problem.spins(), Matrix(n, n));
  on_root(problem.comm, [&] {
    for (int s = 0; s < problem.spins(); ++s)
      density[s] = density_of(solve_roothaan(fock[s], problem.orthogonal.x), problem.occupied[s]);
  });
  broadcast(problem.comm, density);
  return density;
}

SpinMatrices fock_matrices(const HartreeFockProblem& problem, const SpinMatrices& two_electron) {
  SpinMatrices fock = two_electron;
  for (Matrix& f : fock) f += problem.core;
  return fock;
}

}  // namespace fockproxy
