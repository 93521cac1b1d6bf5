// The part of the Hartree-Fock problem that does not depend on the density.
#pragma once

#include "chem/basis_set.hpp"
#include "dense/algebra.hpp"

namespace fockproxy {

// Functions x functions, hartree.
struct CoreHamiltonian {
  DenseMatrix overlap;
  DenseMatrix kinetic;
  DenseMatrix nuclear_attraction;

  DenseMatrix core() const;  // H
};

// Collective.
CoreHamiltonian core_hamiltonian(Algebra& algebra, const BasisSet& basis, const Molecule& molecule);

}  // namespace fockproxy
