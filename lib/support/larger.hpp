// A maximum that does not lose what is not a number.
#pragma once

namespace fockproxy {

// The larger of the two; NaN where either is one (std::max gives back the first then, and may so forget it).
inline double larger(double a, double b) { return a >= b || a != a ? a : b; }

}  // namespace fockproxy
