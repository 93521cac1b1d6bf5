// Estimates how far the primitives of a contracted product of two functions cancel. Single precision loses digits by
// this in the sum.
#pragma once

#include "eri/pair_class.hpp"

namespace fockproxy::eri {

// The sum over primitive pairs of sqrt((g|g)), where g is the product of two functions of that pair with its
// coefficients. The result is the largest one over the functions of the class; hartree^(1/2). `data`: as in
// PairTable::data. `same`: for a shell with itself. Local, thread-safe.
double sum_of_primitives(const PairClass& pair_class, const double* data, int primitives, bool same);

// Whether the integrals of a pair may be computed in single precision. If cancellation makes the pair's own bound,
// sqrt((ab|ab)), less than a third of the sum over its primitives, their rounding is no longer small beside it. This
// occurs for core functions: for zinc the bound is a thirteenth of the sum in cc-pVTZ, and a hundredth in 3-21G.
constexpr bool cancels_little(double of_primitives, double schwarz) { return of_primitives <= 3 * schwarz; }

}  // namespace fockproxy::eri
