#include "eri/exponential.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace fockproxy::eri {
namespace {

constexpr int terms = 14;

constexpr std::array<double, terms> inverse_factorials = [] {
  std::array<double, terms> inverse{};
  double factorial = 1;  // exact
  for (int n = 0; n < terms; factorial *= ++n) inverse[n] = 1 / factorial;
  return inverse;
}();

}  // namespace

// exp(x) = 2^k exp(r) with |r| <= ln(2) / 2, by Taylor's series to r^13, with a remainder below 1e-17. ln(2) has two
// parts. The first has 33 bits, so its product with k is exact.
double exponential(double x) {
  constexpr double log2_e = 0x1.71547652b82fep0, ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double smallest = -708;  // exp(-708) is a normal number
  if (x < smallest) return 0;
  const auto k = static_cast<std::int64_t>(x * log2_e - 0.5);  // rounded to nearest, because x is not positive
  const double r = (x - static_cast<double>(k) * ln2_high) - static_cast<double>(k) * ln2_low;
  double sum = inverse_factorials.back();
  for (int n = terms - 2; n >= 0; --n) sum = inverse_factorials[n] + r * sum;
  return sum * std::bit_cast<double>((k + 1023) << 52);  // 2^k, from its exponent
}

}  // namespace fockproxy::eri
