// How far two right values of one integral may lie apart.
#pragma once

#include <algorithm>

namespace fockproxy {

// In hartree, for an integral whose Schwarz bounds have the product `bound` (hartree).
//
// Recursions and contractions go through intermediates that are larger than their result and cancel, and so rounding is
// not relative to the integral, nor to its bound. Libint's own values of (ab|cd) and (cd|ab) differ, over the molecules
// and sets that ship, by up to 2e-13 hartree and up to 3e-11 of the bound: deep contractions of p and d functions of
// heavy atoms, and quartets of four f functions. Allowed are a few times these two, whichever is less, and 2e-13 of the
// bound, which is more for the large integrals of inner shells.
inline double integral_rounding(double bound) { return 2e-13 * bound + std::min(1e-10 * bound, 1e-12); }

// By how much a Schwarz bound may be below Libint's, relative to its square: steep g functions beside diffuse ones far
// away cost Libint 3e-4 and more. What screening drops by bounds half a percent too small is what it drops anyway.
inline constexpr double bound_rounding = 1e-2;

}  // namespace fockproxy
