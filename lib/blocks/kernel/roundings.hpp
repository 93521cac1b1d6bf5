// The functions of blocks/grid_rounding.hpp for the instruction set of the including file.
//
// Up to AVX2 no instruction converts several doubles to 64-bit integers at once. So x = 2^32 high + low, both integers
// of about 32 bits, which are in the last bits of their sums with 1.5 * 2^52. All steps except the two roundings are
// exact, so a fused multiply-add changes nothing. The code uses no templates of the standard library, because the
// linker would keep the copy of one instruction set for the whole program.
#pragma once

#include "blocks/grid_rounding.hpp"

namespace fockproxy {

namespace {

constexpr double shifter = 0x1.8p52, two_to_32 = 0x1p32, largest_units = 0x1p62;
constexpr std::int64_t shifter_bits = __builtin_bit_cast(std::int64_t, shifter);

struct Rounded {
  std::int64_t integer;  // the nearest integer; halves are rounded to even
  double rest;
};

// Precondition: |x| <= 2^62.
inline Rounded rounded(double x) {
  const double high = x * (1 / two_to_32) + shifter;
  const double below = x - (high - shifter) * two_to_32;
  const double low = below + shifter;
  const std::int64_t upper = __builtin_bit_cast(std::int64_t, high) - shifter_bits;
  const std::int64_t lower = __builtin_bit_cast(std::int64_t, low) - shifter_bits;
  return {upper * (std::int64_t{1} << 32) + lower, below - (low - shifter)};
}

// x in units. Returns 0 and sets `outside` if x is beyond the grid or not a number.
inline double in_units(double x, double scale, std::int64_t& outside) {
  const double units = x * scale;
  const std::int64_t fits = __builtin_fabs(units) <= largest_units ? -1 : 0;
  outside |= ~fits;
  return __builtin_bit_cast(double, __builtin_bit_cast(std::int64_t, units) & fits);
}

bool add_rounded(const double* x, std::int64_t n, double scale, std::int64_t* sum) {
  std::int64_t outside = 0;
  for (std::int64_t e = 0; e < n; ++e) sum[e] += rounded(in_units(x[e], scale, outside)).integer;
  return outside == 0;
}

bool add_rounded_in_two(const double* x, std::int64_t n, GridScales scales, std::int64_t* first, std::int64_t* second) {
  std::int64_t outside = 0;
  for (std::int64_t e = 0; e < n; ++e) {
    const Rounded whole = rounded(in_units(x[e], scales.units, outside));
    first[e] += whole.integer;
    second[e] += rounded(whole.rest * scales.finer).integer;
  }
  return outside == 0;
}

}  // namespace

}  // namespace fockproxy
