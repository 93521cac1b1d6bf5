// The Boys function: the series compared with quadrature, the tables with the series, and the interpolation, recursion
// and asymptotic form of every kernel by integrals that are Boys functions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "eri/boys_table.hpp"

namespace fockproxy::eri {
namespace {

// The integral of t^(2m) exp(-T t^2) over [0, 1] by Gauss-Legendre with 64 panels of 5 points; independent of all
// series.
long double quadrature(int m, long double t) {
  const long double x[] = {0, 0.5384693101056830910363144207L, 0.9061798459386639927976268782L};
  const long double w[] = {0.5688888888888888888888888889L, 0.4786286704993664680412915148L,
                           0.2369268850561890875142640407L};
  constexpr int panels = 256;
  long double sum = 0;
  const auto f = [&](long double s) { return std::pow(s, 2 * m) * std::exp(-t * s * s); };
  for (int p = 0; p < panels; ++p) {
    const long double middle = (p + 0.5L) / panels, half = 0.5L / panels;
    sum += w[0] * f(middle);
    for (int k = 1; k < 3; ++k) sum += w[k] * (f(middle + half * x[k]) + f(middle - half * x[k]));
  }
  return sum * 0.5L / panels;
}

TEST(Boys, TheSeriesIsTheIntegral) {
  for (const int m : {0, 1, 2, 5, 8, 16})
    for (const long double t : {0.0L, 1e-8L, 0.3L, 1.0L, 7.7L, 25.0L, 40.0L}) {
      const long double expected = quadrature(m, t);
      EXPECT_NEAR(static_cast<double>(boys_series(m, t) / expected), 1, 1e-16) << m << " " << static_cast<double>(t);
    }
}

// What the kernels do with a table, except for rounding.
template <class Number>
double from_rows(const BoysRows<Number>& rows, double asymptotic, int m, double t) {
  if (t >= rows.end) return asymptotic * std::pow(t, -m - 0.5);
  const int row = static_cast<int>(t * boys_rows_per_unit);
  const double x = t - (row + 0.5) / boys_rows_per_unit;
  const Number* c = rows.values + static_cast<std::ptrdiff_t>(row) * boys_row;
  double sum = c[boys_terms<Number> - 1];
  for (int k = boys_terms<Number> - 2; k >= 0; --k) sum = sum * x + c[k];
  return sum;
}

TEST(Boys, TablesAreRight) {
  for (int m = 0; m <= boys_max_order; ++m) {
    const BoysTable& table = boys_tables()[m];
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.rows.values) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.single.values) % 32, 0u);
    const auto value = [&](double t) { return from_rows(table.rows, table.asymptotic, m, t); };
    const auto single = [&](double t) { return from_rows(table.single, table.asymptotic, m, t); };
    for (double t = 0; t < table.rows.end + 20; t += 0.0137) {
      EXPECT_NEAR(value(t), static_cast<double>(boys_series(m, t)), 1e-15) << m << " " << t;
      EXPECT_NEAR(single(t), static_cast<double>(boys_series(m, t)), 5e-8) << m << " " << t;
    }
    // Where the two forms meet, on both sides.
    for (const double t : {std::nextafter(table.rows.end, 0.0), table.rows.end})
      EXPECT_NEAR(value(t) / static_cast<double>(boys_series(m, t)), 1, 1e-12) << m << " " << t;
    const double end = table.single.end;
    for (const double t : {std::nextafter(end, 0.0), end})
      EXPECT_NEAR(single(t) / static_cast<double>(boys_series(m, t)), 1, 1e-3) << m << " " << t;
  }
}

TEST(Boys, RowsEndInTheExponentialOfTheirMiddle) {
  const BoysTable& table = boys_tables()[3];
  for (int row = 0; row < 200; row += 7)
    EXPECT_DOUBLE_EQ(table.rows.values[row * boys_row + 7], std::exp(-(row + 0.5) / boys_rows_per_unit));
}

}  // namespace
}  // namespace fockproxy::eri
