// Adds doubles to sums of 64-bit integers. The code is compiled once for each instruction set, and all give the same
// bits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fockproxy {

struct GridScales {
  double units, finer;  // powers of two: units per hartree, and units of the second word per unit
};

// The functions for one instruction set. Local; thread-safe. If x * units is not a number or its size is larger than
// 2^62, a function adds nothing for this x and returns false. Halves are rounded to even.
struct GridRounding {
  std::string_view name;  // as in eri::simd_paths(), which has the same names

  // Adds the integer nearest to x[e] * units to sum[e].
  bool (*add)(const double* x, std::int64_t n, double units, std::int64_t* sum);
  // Adds the same integer to first[e], and the integer nearest to the remainder times `finer` to second[e].
  bool (*add_in_two)(const double* x, std::int64_t n, GridScales scales, std::int64_t* first, std::int64_t* second);
};

// The instruction sets of this processor, the slowest first; each processor has the first one.
std::span<const GridRounding> grid_roundings();

}  // namespace fockproxy
