#include "eri/primitive_bounds.hpp"

#include <cmath>
#include <numbers>

#include "eri/exponential.hpp"

namespace fockproxy::eri {

// With g = a1 + a2 and L = l1 + l2, each primitive's centre lies within R of the centre of the product. So the product
// is at most exp(-a1 a2 R^2 / g) (s + R)^L exp(-g s^2), and for every 0 < t < 1
//   (s + R)^L exp(-t g s^2)  <=  (R + s exp(-t g s^2 / L))^L  <=  (R + sqrt(L / (2 e t g)))^L.
ProductBound product_bound(int l1, double a1, int l2, double a2, double distance2) {
  const double g = a1 + a2;
  const int l = l1 + l2;
  const double t = l / (l + 2.5);  // the best choice for R = 0
  const double reach = l == 0 ? 1 : std::sqrt(distance2) + std::sqrt(l / (2 * std::numbers::e * t * g));
  double height = exponential(-a1 * a2 / g * distance2);
  for (int k = 0; k < l; ++k) height *= reach;
  return {height, (1 - t) * g};
}

// The self-repulsion of exp(-p s^2) is sqrt(2) (pi / p)^(5/2).
double self_repulsion_bound(const ProductBound& bound) {
  constexpr double fourth_root_of_2 = 1.189207115002721;
  const double width = std::numbers::pi / bound.exponent;
  return bound.height * fourth_root_of_2 * width * std::sqrt(std::sqrt(width));
}

// The potential of exp(-p s^2) is largest at its centre, where it is 2 pi / p.
double point_charge_bound(const ProductBound& bound) { return bound.height * 2 * std::numbers::pi / bound.exponent; }

}  // namespace fockproxy::eri
