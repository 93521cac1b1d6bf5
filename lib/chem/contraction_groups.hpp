// Shells that share primitives, and tables by shells in which they are treated as one.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The first shell of every contraction group (chem/basis_set.hpp), and the number of shells last.
std::vector<int> contraction_groups(const BasisSet& basis);

// For each pair of shells the largest element over the shells of both groups, of a shells x shells table: shells that
// share primitives are computed together, so that they are screened together too.
Matrix largest_of_groups(const BasisSet& basis, const Matrix& shells);

}  // namespace fockproxy
