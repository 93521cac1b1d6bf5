// A molecule from molecules/ and a basis from basis/, prepared for an SCF with the serial builder.
#pragma once

#include <string>

#include "chem/data_directory.hpp"
#include "dense/whole_matrix.hpp"
#include "integrals/libint_session.hpp"
#include "scf/guess.hpp"
#include "scf/scf.hpp"
#include "scf/serial_builder.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {

struct ScfCase {
  struct Spec {
    std::string molecule;  // file name
    std::string basis;
    int charge = 0;
    int multiplicity = 0;  // 0: lowest
    bool cartesian = false;
    bool unrestricted = false;  // even for a closed shell
  };

  LibintSession libint;
  Molecule molecule;
  BasisSet basis;
  std::unique_ptr<Algebra> algebra;
  HartreeFockProblem problem;
  SerialBuilder builder;

  explicit ScfCase(const Spec& spec, double threshold = 1e-11, Choice<SolverEntry> solver = "local")
      : molecule(read_xyz(find_data_directory() / "molecules" / spec.molecule, spec.charge, spec.multiplicity)),
        basis(molecule, find_basis(spec.basis, find_data_directory()), spec.cartesian),
        algebra(solver->make(testing::world(), "auto")),
        problem(
            make_problem(*algebra, molecule, basis, {.unrestricted = spec.unrestricted || molecule.multiplicity > 1})),
        builder(basis, threshold) {}

  ScfResult run(const ScfOptions& options = {}, GuessKind guess = GuessKind::sad) {
    return run_scf(problem, {.density = make_guess(problem, guess).density}, builder, options);
  }
};

}  // namespace fockproxy
