// A density by shell pairs, for checks that must not lean on the program's own screening data.
#pragma once

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"
#include "verification/exact_digestion.hpp"

namespace fockproxy {

// The largest factor by which the quartet (ab|cd) enters any element of G: max(4|D_ab|, 4|D_cd|, |D_ac|, |D_ad|,
// |D_bc|, |D_bd|), from matrices of the largest elements.
struct DensityFactors {
  Matrix coulomb, exchange;  // shells x shells, symmetric
  double of(int a, int b, int c, int d) const;
};

// Of every pair of shells the largest element and the sum of the sizes of all elements, of the Coulomb and of the
// exchange density (the larger spin). shells x shells, symmetric. Immutable; thread-safe.
struct ShellDensity {
  ShellDensity(const BasisSet& basis, const ExactDensity& density);

  DensityFactors shells;  // of each pair of shells
  DensityFactors groups;  // the largest over the shells that share their primitives (chem/basis_set.hpp)
  Matrix coulomb_sum, exchange_sum;
};

}  // namespace fockproxy
