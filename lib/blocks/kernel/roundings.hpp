// The roundings of blocks/grid_rounding.hpp, for the instruction set that the including file is compiled for.
//
// Up to AVX2 no instruction makes 64-bit integers of several doubles at once. x = 2^32 high + low, both of them
// integers of 32 bits or so, which stand in the last bits of their sums with 1.5 * 2^52. Each step but the two
// roundings is exact, so that a fused multiply-add changes nothing. Nothing here takes templates of the standard
// library: the linker would keep those of one instruction set for the whole program.
#pragma once

#include "blocks/grid_rounding.hpp"

namespace fockproxy {

namespace {

constexpr double shifter = 0x1.8p52, two_to_32 = 0x1p32, largest_units = 0x1p62;
constexpr std::int64_t shifter_bits = __builtin_bit_cast(std::int64_t, shifter);

struct Rounded {
  std::int64_t integer;  // the nearest, an even one of two
  double rest;
};

// |x| <= 2^62.
inline Rounded rounded(double x) {
  const double high = x * (1 / two_to_32) + shifter;
  const double below = x - (high - shifter) * two_to_32;
  const double low = below + shifter;
  const std::int64_t upper = __builtin_bit_cast(std::int64_t, high) - shifter_bits;
  const std::int64_t lower = __builtin_bit_cast(std::int64_t, low) - shifter_bits;
  return {upper * (std::int64_t{1} << 32) + lower, below - (low - shifter)};
}

// x in units. If x is beyond the grid or not a number, returns 0 and sets `outside`.
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
