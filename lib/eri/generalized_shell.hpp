// Generally contracted shells: what shares exponents and a centre is computed together.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"

namespace fockproxy::eri {

// The consecutive shells of a basis set that form one contraction group (chem/basis_set.hpp): one set of primitives,
// `columns` contractions of it. Its functions run over the columns, and within each over the components.
struct GeneralizedShell {
  int first_shell;
  int columns;  // shells
  int angular_momentum;
  bool spherical;
  Point center;  // bohr
  std::vector<double> exponents;
  std::vector<double> coefficients;  // columns x exponents; multiply r^l exp(-a r^2), so norms are in them
  int first_function;
  int components;  // functions of one column

  int functions() const { return columns * components; }
  // Largest coefficient of primitive p over the columns, by size.
  double largest_coefficient(int p) const;
};

std::vector<GeneralizedShell> generalized_shells(const BasisSet& basis);

// Every shell's place in that list.
std::vector<int> generalized_shell_of(const BasisSet& basis);

}  // namespace fockproxy::eri
