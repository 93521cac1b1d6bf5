// Converts shells to Libint's. Internal to lib/integrals: other parts of the program do not use Libint.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "integrals/libint.hpp"

namespace fockproxy {

// One libint2::Shell for each shell of `basis`, in the same order. Throws UsageError for angular momentum beyond that
// of this Libint.
std::vector<libint2::Shell> libint_shells(const BasisSet& basis);

}  // namespace fockproxy
