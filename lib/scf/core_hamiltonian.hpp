// The part of the Hartree-Fock problem that does not depend on the density.
#pragma once

#include <functional>
#include <vector>

#include "chem/basis_set.hpp"
#include "dense/algebra.hpp"
#include "integrals/one_electron.hpp"

namespace fockproxy {

// Functions x functions, hartree.
struct CoreHamiltonian {
  DenseMatrix overlap;
  DenseMatrix kinetic;
  DenseMatrix nuclear_attraction;

  DenseMatrix core() const;  // H
};

// Collective. `progress`: see one_electron_matrices(); for the attraction, which takes nearly all of the time.
CoreHamiltonian core_hamiltonian(Algebra& algebra, const BasisSet& basis, const Molecule& molecule,
                                 const std::function<void(double)>& progress = {});

// All matrices of an operator, symmetric to the last bit. The ranks divide the pairs of shells. `progress` is called on
// every rank with the share done so far. Collective; throws AgreedComputationError if Libint fails on a rank.
std::vector<DenseMatrix> one_electron_matrices(Algebra& algebra, OneElectronIntegrals integrals,
                                               const std::function<void(double)>& progress = {});

}  // namespace fockproxy
