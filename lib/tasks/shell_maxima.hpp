// A density as screening sees it: the largest element of every pair of shells.
#pragma once

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// shells x shells, symmetric. Of RHF both are |D|; of UHF `coulomb` is |D^alpha + D^beta| / 2 and `exchange` the larger
// of |D^alpha| and |D^beta|.
struct ShellMaxima {
  explicit ShellMaxima(int shells) : coulomb(Matrix::Zero(shells, shells)), exchange(coulomb) {}
  // Of a whole density, one matrix or two. Local. (Of a distributed one: fock/density_maxima.hpp.)
  ShellMaxima(const BasisSet& basis, const SpinMatrices& density);

  Matrix coulomb, exchange;
};

}  // namespace fockproxy
