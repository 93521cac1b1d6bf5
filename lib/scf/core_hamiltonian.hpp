// The part of the Hartree-Fock problem that does not depend on the density.
#pragma once

#include <functional>

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

// Collective. `progress`: see scf/one_electron_matrices.hpp; of the attraction, which takes nearly all of the time.
CoreHamiltonian core_hamiltonian(Algebra& algebra, const BasisSet& basis, const Molecule& molecule,
                                 const std::function<void(double)>& progress = {});

}  // namespace fockproxy
