// Reads a molecule that comes with fockproxy: the data is found relative to this program, as installed.
#include <chem/data_directory.hpp>
#include <chem/molecule.hpp>
#include <iostream>

int main() {
  const auto molecule = fockproxy::read_xyz(fockproxy::find_molecule("water"));
  std::cout << molecule.formula() << ' ' << molecule.electrons() << '\n';
}
