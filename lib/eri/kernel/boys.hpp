// The Boys function for a vector of arguments. Included by the kernels' translation units only.
#pragma once

#include "eri/boys_table.hpp"
#include "eri/kernel/lane_types.hpp"

namespace fockproxy::eri {
namespace {

// exp(-x) for |x| <= 1/16 by Taylor's series: to x^8, error below 1e-16, and to x^4, error below 1e-8.
template <class X>
FOCKPROXY_INLINE X small_exponential(X x) {
  constexpr double factor[] = {1, -1, 0.5, -1.0 / 6, 1.0 / 24, -1.0 / 120, 1.0 / 720, -1.0 / 5040, 1.0 / 40320};
  constexpr int terms = sizeof(Element<X>) == sizeof(double) ? 8 : 4;
  X e = broadcast_to<X>(static_cast<Element<X>>(factor[terms]));
#pragma GCC unroll 8
  for (int k = terms - 1; k >= 0; --k) e = e * x + static_cast<Element<X>>(factor[k]);
  return e;
}

FOCKPROXY_INLINE const BoysRows<double>& rows_of(const BoysTable& table, double) { return table.rows; }
FOCKPROXY_INLINE const BoysRows<float>& rows_of(const BoysTable& table, float) { return table.single; }

// The positions of the arguments of all lanes in the table: the first half of the Boys function. With it, the memory
// accesses of many arguments can overlap.
template <class X>
struct BoysPlace {
  static constexpr int width = sizeof(X) / sizeof(Element<X>);
  static constexpr unsigned all = (1u << width) - 1;

  X t;
  X x;             // distance from the middle of the row
  unsigned large;  // one bit for each lane beyond the table
  alignas(64) int row[width < 4 ? 4 : width];
};

template <class X>
FOCKPROXY_INLINE void find_place(const BoysTable& table, X t, BoysPlace<X>& place) {
  using E = Element<X>;
  const X end = broadcast_to<X>(rows_of(table, E()).end);
  const X inside = minimum(t, end);
  const X integral = truncate(inside * E(boys_rows_per_unit), place.row);
  place.t = t;
  place.x = inside - (integral + E(0.5)) * E(1 / boys_rows_per_unit);
  place.large = not_below(t, end);
}

// f[m] = F_m(t), m = 0..L, error below 1e-14, for floats below 3e-7. `table` is boys_tables()[L] and gives F_L. The
// other orders come from the downward recursion, which is stable: F_{m-1} = (2 t F_m + exp(-t)) / (2m - 1).
template <int L, class X>
FOCKPROXY_INLINE void boys(const BoysTable& table, const BoysPlace<X>& place, X* f) {
  using E = Element<X>;
  constexpr int terms = boys_terms<E>;
  const X t = place.t;
  if (place.large == BoysPlace<X>::all) {
    X inverse, root;
    invert(t, inverse, root);
    f[0] = E(0.88622692545275801365) * root;  // sqrt(pi) / 2
#pragma GCC unroll 16
    for (int m = 1; m <= L; ++m) f[m] = f[m - 1] * (E(m - 0.5) * inverse);
    return;
  }
  X c[8];
  transpose_rows(rows_of(table, E()).values, place.row, c);
  X top = c[terms - 1];
#pragma GCC unroll 8
  for (int k = terms - 2; k >= 0; --k) top = top * place.x + c[k];
  X exponential = L > 0 ? c[terms] * small_exponential(place.x) : X{};
  if (place.large != 0) [[unlikely]] {
    X inverse, root;
    invert(t, inverse, root);
    X asymptotic = E(table.asymptotic) * root;
    for (int m = 0; m < L; ++m) asymptotic *= inverse;
    const X end = broadcast_to<X>(rows_of(table, E()).end);
    top = t >= end ? asymptotic : top;
    exponential = t >= end ? X{} : exponential;
  }
  f[L] = top;
  if constexpr (L > 0) {
    const X twice = t + t;
#pragma GCC unroll 16
    for (int m = L; m > 0; --m) f[m - 1] = (twice * f[m] + exponential) * E(1.0 / (2 * m - 1));
  }
}

}  // namespace
}  // namespace fockproxy::eri
