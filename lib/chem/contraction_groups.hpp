// Groups of shells that share primitives, and tables by shells that treat the shells of a group alike.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The first shell of every contraction group (chem/basis_set.hpp), and the number of shells as the last entry.
std::vector<int> contraction_groups(const BasisSet& basis);

// From a shells x shells table: for each pair of shells the largest element over the shells of both groups. Shells that
// share primitives are computed together, so they are also screened together.
Matrix largest_of_groups(const BasisSet& basis, const Matrix& shells);

}  // namespace fockproxy
