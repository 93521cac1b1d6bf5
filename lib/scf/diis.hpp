// Direct inversion in the iterative subspace (Pulay, J. Comput. Chem. 3, 556, 1982). Local, serial.
#pragma once

#include <deque>

#include "support/matrix.hpp"

namespace fockproxy {

// X^T (F D S - S D F) X, orbitals x orbitals: zero for a self-consistent density.
Matrix diis_error(const Matrix& fock, const Matrix& density, const Matrix& overlap, const Matrix& x);

// Largest absolute element over all matrices.
double largest_element(const std::vector<Matrix>& matrices);

// Several matrices (the spins of UHF, the angular momenta of an atom) are one vector: they share their coefficients.
struct DiisEntry {
  std::vector<Matrix> fock, error;
};
using DiisSubspace = std::deque<DiisEntry>;  // the oldest first

// Extrapolates from the last `size` Fock matrices. The subspace is its caller's, who may keep it and go on from it
// later, and must outlive this.
class Diis {
 public:
  Diis(int size, DiisSubspace& subspace) : size_(size), entries_(subspace) {}

  void add(std::vector<Matrix> fock, std::vector<Matrix> error);

  // sum_i c_i F_i with sum_i c_i = 1 and |sum_i c_i e_i| least. Forgets the oldest while the equations are singular.
  // Precondition: at least one add().
  std::vector<Matrix> extrapolate();

  int entries() const { return static_cast<int>(entries_.size()); }

 private:
  Vector coefficients() const;  // empty when the equations are singular

  int size_;
  DiisSubspace& entries_;
};

}  // namespace fockproxy
