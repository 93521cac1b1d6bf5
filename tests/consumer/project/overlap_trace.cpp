// Uses a library from each end of the package: MPI, a basis set, Libint.
#include <chem/basis_set.hpp>
#include <chem/data_directory.hpp>
#include <chem/molecule.hpp>
#include <integrals/libint_session.hpp>
#include <integrals/one_electron.hpp>
#include <iostream>
#include <parallel/runtime.hpp>

int main(int argc, char** argv) {
  const fockproxy::Runtime runtime(argc, argv, {});
  const fockproxy::LibintSession libint;
  const auto molecule = fockproxy::read_xyz(fockproxy::find_molecule("water"));
  const auto file = fockproxy::find_basis("sto-3g", fockproxy::find_data_directory());
  const fockproxy::BasisSet basis(molecule, file, false);
  std::cout << basis.functions() << ' ' << fockproxy::overlap(basis).trace() << '\n';
}
