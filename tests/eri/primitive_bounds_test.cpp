#include "eri/primitive_bounds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace fockproxy::eri {
namespace {

double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// The largest ratio of |r_A^la r_B^lb exp(-a r_A^2 - b r_B^2)| to its bound, over points around the centre of the
// product.
double largest_ratio(int la, double a, int lb, double b, double separation) {
  const std::array<double, 3> at_a{0, 0, 0}, at_b{0, 0, separation};
  const std::array<double, 3> center{0, 0, b * separation / (a + b)};
  const ProductBound bound = product_bound(la, a, lb, b, separation * separation);
  double largest = 0;
  for (double z = -6; z <= 6; z += 0.02)
    for (double x = 0; x <= 3; x += 0.1) {
      const double scale = 1 / std::sqrt(a + b);
      const std::array<double, 3> point{x * scale, 0, center[2] + z * scale};
      const double ra = distance(point, at_a), rb = distance(point, at_b), s = distance(point, center);
      const double product = std::pow(ra, la) * std::pow(rb, lb) * std::exp(-a * ra * ra - b * rb * rb);
      const double limit = bound.height * std::exp(-bound.exponent * s * s);
      if (limit > 1e-280) largest = std::max(largest, product / limit);
    }
  return largest;
}

TEST(ProductBound, HoldsEverywhereAndIsNotIdle) {
  for (int la = 0; la <= 4; ++la)
    for (int lb = 0; lb <= 4; ++lb)
      for (const double a : {0.1, 2.0, 500.0})
        for (const double b : {0.1, 3.0})
          for (const double separation : {0.0, 0.7, 4.0}) {
            const double ratio = largest_ratio(la, a, lb, b, separation);
            EXPECT_LE(ratio, 1 + 1e-10) << la << lb << " " << a << " " << b << " " << separation;
            EXPECT_TRUE(ratio > 0.98 || separation > 0) << la << lb << " " << a << " " << b << " " << ratio;
          }
}

TEST(ProductBound, OfSFunctionsGivesExactIntegrals) {
  const double a = 0.8, b = 1.7, distance2 = 1.44, p = a + b, k = std::exp(-a * b / p * distance2);
  const ProductBound bound = product_bound(0, a, 0, b, distance2);
  EXPECT_NEAR(point_charge_bound(bound), k * 2 * std::numbers::pi / p, 1e-14);
  EXPECT_NEAR(self_repulsion_bound(bound), k * std::sqrt(std::sqrt(2.0) * std::pow(std::numbers::pi / p, 2.5)), 1e-14);
}

}  // namespace
}  // namespace fockproxy::eri
