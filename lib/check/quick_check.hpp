// The check before every calculation. It takes less than a second and tests only the parts that the calculation uses.
#pragma once

#include "contracts/violations.hpp"
#include "fock/build_backends.hpp"

namespace fockproxy::check {

// Small blocks of unequal size with this many spins.
BlockLayout quick_layout(int spins);

// Deals a few tasks with the distributor of `backends`, and sets and gets its density. Then all ranks accumulate
// integers into its Fock matrix, unless the matrices are replicated and never communicate. `backends` must have the
// blocks of quick_layout() and be made for `config`; they cannot be used afterwards. Collective; the same result on
// every rank. Throws the errors of its parts.
contracts::Violations quick_check(const Runtime& runtime, BuildBackends backends, const FockConfig& config);

// Local. Throws ComputationError if there are violations: "this stack computes wrongly: ...".
void refuse(const contracts::Violations& violations);

}  // namespace fockproxy::check
