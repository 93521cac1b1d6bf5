// Direct inversion in the iterative subspace (Pulay, J. Comput. Chem. 3, 556, 1982). Collective.
#pragma once

#include <deque>

#include "scf/orbitals.hpp"

namespace fockproxy {

// A Fock matrix in the orthonormal basis of X, and its error of self-consistency. Orbitals x orbitals.
struct TransformedFock {
  DenseMatrix fock;   // X^T F X, symmetric to the last bit
  DenseMatrix error;  // X^T (F D S - S D F) X: zero for a self-consistent density
};
TransformedFock transformed_fock(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& density,
                                 const Orthogonalization& orthogonal);

// Several matrices (the spins of UHF, the angular momenta of an atom) form one vector: they share their coefficients.
struct DiisEntry {
  SpinDense fock, error;
  // Products of the error with the errors before it, the oldest first, and with itself. Empty: not known yet.
  Vector dots = {};
};
using DiisSubspace = std::deque<DiisEntry>;  // the oldest first

// Extrapolates from the last `size` Fock matrices. The caller owns the subspace and may continue from it later. It must
// outlive the object.
class Diis {
 public:
  Diis(int size, DiisSubspace& subspace) : size_(size), entries_(subspace) {}

  void add(SpinDense fock, SpinDense error);

  // sum_i c_i F_i with sum_i c_i = 1 and the smallest |sum_i c_i e_i|. Removes the oldest entry while the equations are
  // singular. Precondition: at least one add().
  // Precondition: at least one add().
  SpinDense extrapolate();

  int entries() const { return static_cast<int>(entries_.size()); }

 private:
  void complete_dots();
  Vector coefficients() const;  // the same on every rank; empty if the equations are singular

  int size_;
  DiisSubspace& entries_;
};

}  // namespace fockproxy
