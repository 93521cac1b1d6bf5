#include "eri/exponential.hpp"

#include <cmath>

namespace fockproxy::eri {

// exp(x) = 2^k exp(r), |r| <= ln(2) / 2, by Taylor's series to r^13, whose rest is below 1e-17. ln(2) in two parts, the
// first of 33 bits, so that k times it is exact.
double exponential(double x) {
  constexpr double log2_e = 0x1.71547652b82fep0, ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double smallest = -708;  // exp of it is a normal number
  if (x < smallest) return 0;
  const double k = std::nearbyint(x * log2_e);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 1;
  for (int n = 13; n > 0; --n) sum = 1 + r * sum / n;
  return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace fockproxy::eri
