// The largest element of a density for each pair of shells.
#pragma once

#include <algorithm>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// shells x shells, symmetric. For RHF both tables are |D|. For UHF `coulomb` is |D^alpha + D^beta| / 2, and `exchange`
// is the larger of |D^alpha| and |D^beta|.
struct ShellMaxima {
  explicit ShellMaxima(int shells) : coulomb(Matrix::Zero(shells, shells)), exchange(coulomb) {}
  // The maxima of a whole density, one matrix or two. Local. For a distributed density see fock/density_tables.hpp.
  ShellMaxima(const BasisSet& basis, const SpinMatrices& density);

  // The largest factor by which the quartet (ab|cd) enters any element of G.
  double factor(int a, int b, int c, int d) const {
    return std::max(
        {4 * coulomb(a, b), 4 * coulomb(c, d), exchange(a, c), exchange(a, d), exchange(b, c), exchange(b, d)});
  }

  Matrix coulomb, exchange;
};

}  // namespace fockproxy
