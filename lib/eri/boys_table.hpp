// Tables of the Boys function F_m(T) = integral from 0 to 1 of t^(2m) exp(-T t^2) dt, for the kernels.
#pragma once

#include <cstddef>

namespace fockproxy::eri {

inline constexpr int boys_max_order = 16;        // for quartets of g functions
inline constexpr int boys_row = 8;               // numbers in a row
inline constexpr double boys_rows_per_unit = 8;  // rows per unit of T

// The number of terms of the polynomials, which interpolate at Chebyshev nodes: errors below 1e-15, and 2e-8 in single
// precision.
template <class Number>
inline constexpr int boys_terms = sizeof(Number) == sizeof(double) ? 7 : 4;

// Row r covers T in [r, r + 1) / 8, with x = T - (r + 1/2) / 8: F_m(T) = sum_k row[k] x^k, k < boys_terms. The next
// number of the row is exp(-(r + 1/2) / 8). Aligned to cache lines.
template <class Number>
struct BoysRows {
  const Number* values;
  Number end;  // from here on the asymptotic form has a relative error of 1e-16, or 1e-8
};

// The number of rows of a table that ends at `end`.
constexpr std::size_t boys_rows(double end) { return static_cast<std::size_t>(end * boys_rows_per_unit) + 1; }

// At large T, F_m(T) = asymptotic T^(-m - 1/2).
struct BoysTable {
  BoysRows<double> rows;
  BoysRows<float> single;
  double asymptotic;  // (2m - 1)!! sqrt(pi) / 2^(m + 1)
};

// The tables of orders 0 .. boys_max_order, one after the other. The first call makes them. Thread-safe.
const BoysTable* boys_tables();

// F_m(T) by its series, in long double. The tables are made from it.
long double boys_series(int m, long double t);

}  // namespace fockproxy::eri
