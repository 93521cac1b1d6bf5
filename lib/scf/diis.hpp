// Direct inversion in the iterative subspace (Pulay, J. Comput. Chem. 3, 556, 1982). Collective.
#pragma once

#include <deque>

#include "scf/orbitals.hpp"

namespace fockproxy {

// A Fock matrix in the orthonormal basis of X, and how far from self-consistent it is. Orbitals x orbitals.
struct TransformedFock {
  DenseMatrix fock;   // X^T F X, symmetric to the last bit
  DenseMatrix error;  // X^T (F D S - S D F) X: zero for a self-consistent density
};
TransformedFock transformed_fock(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& density,
                                 const Orthogonalization& orthogonal);

// Several matrices (the spins of UHF, the angular momenta of an atom) are one vector: they share their coefficients.
struct DiisEntry {
  SpinDense fock, error;
  // Products of the error with those before it, the oldest of them first, and with itself. Empty: not known yet.
  Vector dots = {};
};
using DiisSubspace = std::deque<DiisEntry>;  // the oldest first

// Extrapolates from the last `size` Fock matrices. The subspace is its caller's, who may keep it and go on from it
// later, and must outlive this.
class Diis {
 public:
  Diis(int size, DiisSubspace& subspace) : size_(size), entries_(subspace) {}

  void add(SpinDense fock, SpinDense error);

  // sum_i c_i F_i with sum_i c_i = 1 and |sum_i c_i e_i| least. Forgets the oldest while the equations are singular.
  // Precondition: at least one add().
  SpinDense extrapolate();

  int entries() const { return static_cast<int>(entries_.size()); }

 private:
  void complete_dots();
  Vector coefficients() const;  // the same on every rank; empty when the equations are singular

  int size_;
  DiisSubspace& entries_;
};

}  // namespace fockproxy
