// Tables of the Boys function F_m(T) = integral from 0 to 1 of t^(2m) exp(-T t^2) dt, for the kernels.
#pragma once

namespace fockproxy::eri {

inline constexpr int boys_max_order = 16;        // of quartets of g functions
inline constexpr int boys_row = 8;               // doubles
inline constexpr double boys_rows_per_unit = 8;  // rows per unit of T

// Row r stands for T in [r, r + 1) / 8, with x = T - (r + 1/2) / 8: F_m(T) = sum_k row[k] x^k, k = 0..6, and
// row[7] = exp(-(r + 1/2) / 8). The polynomials interpolate at Chebyshev nodes, error below 1e-15. From `end` on
// F_m(T) = asymptotic T^(-m - 1/2) to a relative 1e-16. Aligned to cache lines.
struct BoysTable {
  const double* rows;
  double end;
  double asymptotic;  // (2m - 1)!! sqrt(pi) / 2^(m + 1)
};

// The tables of orders 0 .. boys_max_order, in a row; made with the first call. Thread-safe.
const BoysTable* boys_tables();

// F_m(T) by its series, in long double: what the tables are made from.
long double boys_series(int m, long double t);

}  // namespace fockproxy::eri
