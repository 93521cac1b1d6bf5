// Our shells as Libint's. Internal to lib/integrals: the rest of the program never sees Libint.
#pragma once

#include <vector>

#include "chem/basis_set.hpp"
#include "integrals/libint.hpp"

namespace fockproxy {

// One libint2::Shell per shell of `basis`, in the same order. Throws UsageError for angular momentum beyond what this
// Libint was built for.
std::vector<libint2::Shell> libint_shells(const BasisSet& basis);

}  // namespace fockproxy
