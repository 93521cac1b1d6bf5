// A molecule made ready for Fock builds as the program makes it, for programs that try many builds of it.
#pragma once

#include <string>

#include "chem/data_directory.hpp"
#include "fock/fock_builder.hpp"
#include "scf/guess.hpp"
#include "scf/problem.hpp"

namespace fockproxy {

// Collective construction. UHF where asked for, and for what is no singlet.
struct PreparedCase {
  PreparedCase(const Communicator& world, const std::string& name, const std::string& basis_name, bool uhf = false)
      : molecule(read_xyz(find_molecule(name), 0, 0)),
        basis(molecule, find_basis(basis_name, find_data_directory()), false),
        problem(make_problem(world, molecule, basis, uhf || molecule.multiplicity != 1)),
        guess(make_guess(problem, GuessKind::sad).density) {}
  Molecule molecule;
  BasisSet basis;
  HartreeFockProblem problem;
  SpinMatrices guess;  // superposition of atomic densities
};

}  // namespace fockproxy
