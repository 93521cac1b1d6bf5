// The bound of an element of F in a build, and the grid for exact sums that follows from it.
#pragma once

#include "blocks/exact_sum.hpp"
#include "digestion/fock_system.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// A bound of the sum of the absolute contributions to one element of G before symmetrisation, for any order and any
// part of the tasks, hartree. It follows from the Schwarz bounds Q and the largest elements of D that screening uses
// (4|D| and |D|, tasks/quartet_screen.hpp). An element (f,g) and its transposed one together get, from all h and k,
//
//   2 sum_hk |D_hk| (2 |(fg|hk)| + |(fh|gk)|) <= Q_fg sum_hk Q_hk 4|D_hk| + 2 sum_hk |D_hk| Q_fh Q_gk,
//
// and the same holds for both spins of UHF. In the exchange part the largest element of the row of k replaces Q_gk, so
// the time is that of a few accesses per pair of shells. All ranks have the same tables and get the same bound. Local.
double fock_bound(const FockSystem& system, const QuartetScreen& screen);

// The largest number of contributions of tasks to one element of F, with `blocks` blocks. It counts every role of every
// task whose block pair is that of the element.
std::int64_t most_contributions(int blocks);

// The grid has one word if its resolution is at most a quarter of the rounding error that every build may have
// (verification/neglected.hpp). Otherwise, or if `sum` is wide, it has two. Throws ComputationError if D is not finite.
FockGrid fock_grid(const FockSystem& system, const QuartetScreen& screen, const SumEntry& sum);

// The words() of that grid before a density is known, to estimate memory. It is at least the value for densities of
// molecules, whose Coulomb part is the larger one (tests/fock/exact_sum_test.cpp tests others). 0 if `sum` is of
// doubles.
int expected_words(int blocks, const SumEntry& sum);

}  // namespace fockproxy
