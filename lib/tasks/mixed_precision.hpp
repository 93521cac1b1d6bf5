// The error model of mixed precision: which quartets single precision computes well enough.
#pragma once

namespace fockproxy {

// What single precision may take from an integral, relative to the product of its Schwarz bounds. Rounding is 6e-8 of
// every term, and the terms of an integral are larger than it is; tests/eri holds every class of quartets against this.
constexpr double single_rounding = 3e-6;

// The largest contribution to an element of G, by its bound, that is computed in single precision where quartets whose
// bound is below `threshold` are dropped: what rounding takes from it is at most a tenth of what a dropped quartet was.
constexpr double single_precision_limit(double threshold) { return 0.1 * threshold / single_rounding; }

}  // namespace fockproxy
