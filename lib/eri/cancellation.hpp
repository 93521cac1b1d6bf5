// How much of a contracted product of two functions is left of what its primitives are: what single precision loses in
// the sum, as a share of the sum.
#pragma once

#include "eri/pair_class.hpp"

namespace fockproxy::eri {

// The sum over primitive pairs of sqrt((g|g)), g that pair's product of two functions with its coefficients, for the
// functions of the class where it is largest; hartree^(1/2). `data` as PairTable::data has it, `same` of a shell with
// itself. Local, thread-safe.
double sum_of_primitives(const PairClass& pair_class, const double* data, int primitives, bool same);

// Whether the integrals of a pair may be computed in single precision: where signs make the pair's own bound,
// sqrt((ab|ab)), less than a third of what its primitives are in sum, their rounding is no longer small beside it.
// Core functions: of zinc a thirteenth is left in cc-pVTZ, a hundredth in 3-21G.
constexpr bool cancels_little(double of_primitives, double schwarz) { return of_primitives <= 3 * schwarz; }

}  // namespace fockproxy::eri
