// Real solid harmonics as polynomials.
#pragma once

#include <vector>

namespace fockproxy::eri {

// One monomial x^i y^j z^k of a function, with its coefficient.
struct Monomial {
  int i, j, k;
  double coefficient;
};

// The functions of a shell of angular momentum l, in the order and relative norm of BasisSet: m = -l..l for spherical l
// >= 2, x, y, z for p, and lexicographic Cartesian functions otherwise. Helgaker, Jorgensen & Olsen, Molecular
// Electronic-Structure Theory, eq. 6.4.47. All functions have the norm factor of x^l.
std::vector<std::vector<Monomial>> shell_functions(int l, bool spherical);

}  // namespace fockproxy::eri
