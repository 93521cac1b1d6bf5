// Real solid harmonics as combinations of Cartesian functions.
#pragma once

#include "support/matrix.hpp"

namespace fockproxy {

// The (2l + 1) x (l + 1)(l + 2)/2 matrix C: spherical function m = sum_c C(m, c) Cartesian function c, in the orders
// and normalisations of BasisSet (Schlegel & Frisch, Int. J. Quantum Chem. 54, 83, eq. 15). The identity for l < 2. A
// density in the Cartesian functions is C^T D C.
Matrix solid_harmonics(int l);

}  // namespace fockproxy
