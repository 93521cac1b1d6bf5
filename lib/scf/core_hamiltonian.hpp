// The part of the Hartree-Fock problem that does not depend on the density.
#pragma once

#include "chem/basis_set.hpp"
#include "dense/dense_matrix.hpp"

namespace fockproxy {

// Functions x functions, hartree.
struct CoreHamiltonian {
  DenseMatrix overlap;
  DenseMatrix kinetic;
  DenseMatrix nuclear_attraction;

  DenseMatrix core() const;  // H
};

// Collective: the ranks share the nuclear attraction.
CoreHamiltonian core_hamiltonian(const ProcessGrid& grid, const BasisSet& basis, const Molecule& molecule);

}  // namespace fockproxy
