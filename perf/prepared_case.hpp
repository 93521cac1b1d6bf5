// A molecule prepared for Fock builds as in the program, for programs that try many builds of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "chem/data_directory.hpp"
#include "dense/algebra.hpp"
#include "dense/whole_matrix.hpp"
#include "fock/fock_builder.hpp"
#include "integrals/libint_session.hpp"
#include "scf/guess.hpp"
#include "scf/problem.hpp"

namespace fockproxy {

// Collective construction. UHF if requested, and for all multiplicities except 1.
struct PreparedCase {
  PreparedCase(const Communicator& world, const std::string& name, const std::string& basis_name, bool uhf = false)
      : molecule(read_xyz(find_molecule(name), 0, 0)),
        basis(molecule, find_basis(basis_name, find_data_directory()), false),
        algebra(Choice<SolverEntry>("local")->make(world, "auto")),
        problem(make_problem(*algebra, molecule, basis, {.unrestricted = uhf || molecule.multiplicity != 1})),
        guess(make_guess(problem, GuessKind::sad).density) {}
  Molecule molecule;
  BasisSet basis;
  std::unique_ptr<Algebra> algebra;
  HartreeFockProblem problem;
  SpinDense guess;  // superposition of atomic densities
};

// The largest difference over spins and elements, hartree.
inline double largest_difference(const SpinMatrices& a, const SpinMatrices& b) {
  double largest = 0;
  for (std::size_t s = 0; s < a.size(); ++s) largest = std::max(largest, (a[s] - b[s]).cwiseAbs().maxCoeff());
  return largest;
}

// main() of such a program: returns the exit code of `action`, or 1 after one line on rank 0 for an exception.
// Collective.
template <class Action>
int run_program(const char* name, int argc, char** argv, Action action) {
  const Runtime runtime(argc, argv, {});
  try {
    const LibintSession libint;
    return action(runtime);
  } catch (const std::exception& error) {
    if (runtime.world().is_root()) fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace fockproxy
