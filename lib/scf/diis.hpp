// Direct inversion in the iterative subspace (Pulay, J. Comput. Chem. 3, 556, 1982). Local, serial.
#pragma once

#include <deque>

#include "support/matrix.hpp"

namespace fockproxy {

// X^T (F D S - S D F) X, orbitals x orbitals: zero for a self-consistent density.
Matrix diis_error(const Matrix& fock, const Matrix& density, const Matrix& overlap, const Matrix& x);

// Largest absolute element over all matrices.
double largest_element(const std::vector<Matrix>& matrices);

// Extrapolates from the last `size` Fock matrices. Several matrices (the spins of UHF, the angular momenta of an atom)
// are one vector: they share their coefficients.
class Diis {
 public:
  explicit Diis(int size) : size_(size) {}

  void add(std::vector<Matrix> fock, std::vector<Matrix> error);

  // sum_i c_i F_i with sum_i c_i = 1 and |sum_i c_i e_i| least. Forgets the oldest while the equations are singular.
  // Precondition: at least one add().
  std::vector<Matrix> extrapolate();

  void clear() { entries_.clear(); }
  int entries() const { return static_cast<int>(entries_.size()); }

 private:
  struct Entry {
    std::vector<Matrix> fock, error;
  };
  Vector coefficients() const;  // empty when the equations are singular

  int size_;
  std::deque<Entry> entries_;
};

}  // namespace fockproxy
