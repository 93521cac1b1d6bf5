// Doubles to sums of 64-bit integers: compiled once for each instruction set, with the same bits from all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fockproxy {

struct GridScales {
  double units, finer;  // powers of two: units in a hartree, and of the second word in a unit
};

// One instruction set. Local; thread-safe. The functions return false where some x * units is no number or larger than
// 2^62 in size, and add nothing for such an x. Halves are rounded to even.
struct GridRounding {
  std::string_view name;  // of eri::simd_paths(), which has the same ones

  // sum[e] += the integer nearest to x[e] * units.
  bool (*add)(const double* x, std::int64_t n, double units, std::int64_t* sum);
  // The same into first[e]; second[e] += the integer nearest to what that leaves, times `finer`.
  bool (*add_in_two)(const double* x, std::int64_t n, GridScales scales, std::int64_t* first, std::int64_t* second);
};

// What this processor can execute, the slowest first: the first is for any.
std::span<const GridRounding> grid_roundings();

}  // namespace fockproxy
