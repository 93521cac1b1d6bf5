// The largest difference between two right values of one integral.
#pragma once

#include <algorithm>

namespace fockproxy {

// In hartree, for an integral whose Schwarz bounds have the product `bound` (hartree).
//
// Recursions and contractions have intermediate values that are larger than the result and cancel. So rounding is
// relative neither to the integral nor to its bound. Libint's own values of (ab|cd) and (cd|ab) differ, over the
// molecules and basis sets of this program, by up to 2e-13 hartree and up to 3e-11 of the bound. This occurs for deep
// contractions of p and d functions of heavy atoms, and for quartets of four f functions.
// The allowed difference is a few times the smaller of these two, plus 2e-13 of the bound, which dominates for the
// large integrals of inner shells.
inline double integral_rounding(double bound) { return 2e-13 * bound + std::min(1e-10 * bound, 1e-12); }

// The allowed relative error of the square of a Schwarz bound compared with Libint's. Steep g functions beside distant
// diffuse ones cost Libint 3e-4 and more. Bounds that are half a percent too small hardly change what screening drops.
inline constexpr double bound_rounding = 1e-2;

}  // namespace fockproxy
