// Small artificial systems for tests of index arithmetic; only the sizes of shells matter.
#pragma once

#include <cmath>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"
#include "support/random.hpp"

namespace fockproxy::testing {

// One atom per entry of `atoms`; an entry lists the angular momenta of its shells. Negative ones, -1 - l, have the
// exponent of the shell before them and so form a contraction group.
inline BasisSet synthetic_basis(const std::vector<std::vector<int>>& atoms) {
  Molecule molecule;
  BasisFile file;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const int charge = static_cast<int>(i) + 1;
    molecule.atoms.push_back({charge, {2.0 * static_cast<double>(i), 0, 0}});
    double exponent = 1.0;
    for (const int l : atoms[i]) {
      if (l >= 0) exponent *= 2.0;
      file.elements[charge].push_back({l >= 0 ? l : -1 - l, {exponent}, {1.0}});
    }
  }
  return BasisSet(molecule, file, false);
}

// A symmetric matrix with entries spread over 12 orders of magnitude, like Schwarz bounds and densities.
inline Matrix spread_matrix(int n, std::uint64_t seed) {
  Matrix m(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b <= a; ++b)
      m(a, b) = m(b, a) = std::pow(10.0, 1.0 - 12.0 * unit_interval(hash_append(hash_append(seed, a), b)));
  return m;
}

}  // namespace fockproxy::testing
