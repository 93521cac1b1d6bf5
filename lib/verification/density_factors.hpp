// How much a density can make of a quartet, for checks that must not lean on the program's own screening data.
#pragma once

#include <algorithm>

#include "support/matrix.hpp"

namespace fockproxy {

// Of every pair of shells the largest element of the Coulomb density, D or (D^alpha + D^beta) / 2, and of the exchange
// density, D or the larger spin, by size. shells x shells, symmetric.
struct DensityFactors {
  Matrix coulomb, exchange;

  // The largest factor by which the quartet (ab|cd) enters any element of G: max(4|D_ab|, 4|D_cd|, |D_ac|, |D_ad|,
  // |D_bc|, |D_bd|).
  double of(int a, int b, int c, int d) const {
    return std::max({4 * coulomb(a, b), 4 * coulomb(c, d), exchange(a, c), exchange(a, d), exchange(b, c),
                     exchange(b, d)});
  }
};

}  // namespace fockproxy
