// The Boys function for a vector of arguments. Included by the kernels' translation units only.
#pragma once

#include "eri/boys_table.hpp"
#include "eri/kernel/simd.hpp"

namespace fockproxy::eri {
namespace {

// exp(-x) for |x| <= 1/16, error below 1e-16: Taylor's series to x^8.
FOCKPROXY_INLINE V small_exponential(V x) {
  V e = broadcast(1.0 / 40320);
  e = e * x - 1.0 / 5040;
  e = e * x + 1.0 / 720;
  e = e * x - 1.0 / 120;
  e = e * x + 1.0 / 24;
  e = e * x - 1.0 / 6;
  e = e * x + 0.5;
  e = e * x - 1.0;
  return e * x + 1.0;
}

// f[m] = F_m(t), m = 0..L, error below 1e-14. `table` is boys_tables()[L] and gives F_L; the rest comes from the
// recursion downwards, which is stable: F_{m-1} = (2 t F_m + exp(-t)) / (2m - 1).
template <int L>
FOCKPROXY_INLINE void boys(const BoysTable& table, V t, V* f) {
  const V end = broadcast(table.end);
  const unsigned large = not_below(t, end);
  if (large == all_lanes) {
    const V inverse = 1.0 / t;
    f[0] = 0.88622692545275801365 * square_root(inverse);  // sqrt(pi) / 2
#pragma GCC unroll 16
    for (int m = 1; m <= L; ++m) f[m] = f[m - 1] * ((m - 0.5) * inverse);
    return;
  }
  const V inside = minimum(t, end);
  alignas(32) int row[lanes < 4 ? 4 : lanes];
  const V integral = truncate(inside * boys_rows_per_unit, row);
  const V x = inside - (integral + 0.5) * (1 / boys_rows_per_unit);
  V c[8];
  transpose_rows(table.rows, row, c);
  V top = c[6];
#pragma GCC unroll 8
  for (int k = 5; k >= 0; --k) top = top * x + c[k];
  V exponential = L > 0 ? c[7] * small_exponential(x) : V{};
  if (large != 0) [[unlikely]] {
    const V inverse = 1.0 / t;
    V asymptotic = table.asymptotic * square_root(inverse);
    for (int m = 0; m < L; ++m) asymptotic *= inverse;
    top = t >= end ? asymptotic : top;
    exponential = t >= end ? V{} : exponential;
  }
  f[L] = top;
  const V twice = t + t;
#pragma GCC unroll 16
  for (int m = L; m > 0; --m) f[m - 1] = (twice * f[m] + exponential) * (1.0 / (2 * m - 1));
}

}  // namespace
}  // namespace fockproxy::eri
