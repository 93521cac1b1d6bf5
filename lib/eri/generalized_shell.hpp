// Generally contracted shells: shells with the same exponents and centre, which are computed together.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"

namespace fockproxy::eri {

// The consecutive shells of a basis set that form one contraction group (chem/basis_set.hpp): one set of primitives
// with `columns` contractions. Its functions run over the columns, and within each column over the components.
struct GeneralizedShell {
  int first_shell;
  int columns;  // shells
  int angular_momentum;
  bool spherical;
  Point center;  // bohr
  std::vector<double> exponents;
  std::vector<double> coefficients;  // columns x exponents; they multiply r^l exp(-a r^2), so they include the norms
  int first_function;
  int components;  // functions of one column

  int functions() const { return columns * components; }
  // The largest absolute coefficient of primitive p over the columns.
  double largest_coefficient(int p) const;
};

std::vector<GeneralizedShell> generalized_shells(const BasisSet& basis);

// The index of every shell in that list.
std::vector<int> generalized_shell_of(const BasisSet& basis);

}  // namespace fockproxy::eri
