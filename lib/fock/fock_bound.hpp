// How large an element of F can become in a build, and so the grid of exact sums.
#pragma once

#include "blocks/exact_sum.hpp"
#include "digestion/fock_system.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// No sum of sizes of contributions to one element of G before it is symmetrised, in any order and of any part of the
// tasks, is larger, hartree. Of Schwarz bounds Q and the largest elements of D that screening knows (4|D| and |D|,
// tasks/quartet_screen.hpp): an element (f,g) and its transposed one get together, from all h and k,
//   2 sum_hk |D_hk| (2 |(fg|hk)| + |(fh|gk)|) <= Q_fg sum_hk Q_hk 4|D_hk| + 2 sum_hk |D_hk| Q_fh Q_gk,
// which holds for both spins of UHF likewise. In the exchange part Q_gk is replaced by the largest of k's row, so that
// this takes the time of a few looks at each pair of shells. From tables that all ranks have: the same everywhere.
// Local.
double fock_bound(const FockSystem& system, const QuartetScreen& screen);

// The most contributions of tasks that one element of F gets, with `blocks` blocks: from every role of every task whose
// block pair is that of the element.
std::int64_t most_contributions(int blocks);

// One word, if that is as fine as a quarter of what every build may lose to rounding (verification/neglected.hpp);
// else, or if `sum` is wide, two. Throws ComputationError if D is not finite.
FockGrid fock_grid(const FockSystem& system, const QuartetScreen& screen, const SumEntry& sum);

// The words() of that grid before a density is known, for memory: at least those of the densities of molecules, whose
// Coulomb part is the larger one (tests/fock/exact_sum_test.cpp has others). 0 where `sum` is of doubles.
int expected_words(int blocks, const SumEntry& sum);

}  // namespace fockproxy
