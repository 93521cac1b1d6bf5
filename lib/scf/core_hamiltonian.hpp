// The part of the Hartree-Fock problem that does not depend on the density.
#pragma once

#include "chem/basis_set.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Functions x functions, hartree.
struct CoreHamiltonian {
  Matrix overlap;
  Matrix kinetic;
  Matrix nuclear_attraction;

  Matrix core() const { return kinetic + nuclear_attraction; }  // H
};

// Collective: the ranks share the nuclear attraction; the result is bitwise the same on every rank.
CoreHamiltonian core_hamiltonian(const Communicator& comm, const BasisSet& basis, const Molecule& molecule);

// Collective. Copies rank 0's matrices, which every rank has allocated with the same shape, to all.
void broadcast(const Communicator& comm, Matrix& matrix);
void broadcast(const Communicator& comm, SpinMatrices& matrices);

}  // namespace fockproxy
