// The maximum of two numbers, which keeps NaN.
#pragma once

namespace fockproxy {

// The larger of the two; NaN if either is NaN (std::max then returns the first and may lose the NaN).
inline double larger(double a, double b) { return a >= b || a != a ? a : b; }

}  // namespace fockproxy
