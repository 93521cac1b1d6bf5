// The sub-second check that precedes every calculation: the parts it is about to use, and nothing else.
#pragma once

#include "contracts/violations.hpp"
#include "fock/build_backends.hpp"

namespace fockproxy::check {

// Small ragged blocks with this many spins.
BlockLayout quick_layout(int spins);

// Deals a few tasks with the transport's distributor, sets and gets its density, and lets all ranks accumulate
// integers into its Fock matrix, unless its matrices are replicated and never communicate. The transport has
// quick_layout()'s blocks and was made for `config`; it is used up. Collective; the same result on every rank. Throws
// what its parts throw.
contracts::Violations quick_check(const Runtime& runtime, BuildBackends backends, const FockConfig& config);

// Local. Throws ComputationError when there are any: "this stack computes wrongly: ...".
void refuse(const contracts::Violations& violations);

}  // namespace fockproxy::check
