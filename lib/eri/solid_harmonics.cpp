#include "eri/solid_harmonics.hpp"

#include <cmath>
#include <cstdlib>

namespace fockproxy::eri {

namespace {

double factorial(int n) { return std::tgamma(n + 1.0); }

double binomial(int n, int k) { return k < 0 || k > n ? 0 : factorial(n) / (factorial(k) * factorial(n - k)); }

void add(std::vector<Monomial>& function, Monomial term) {
  for (Monomial& present : function)
    if (present.i == term.i && present.j == term.j && present.k == term.k) {
      present.coefficient += term.coefficient;
      return;
    }
  function.push_back(term);
}

std::vector<Monomial> solid_harmonic(int l, int m) {
  const int size = std::abs(m);
  const double norm = std::sqrt((m == 0 ? 1.0 : 2.0) * factorial(l + size) * factorial(l - size)) /
                      (std::pow(2.0, size) * factorial(l));
  const int odd = m < 0 ? 1 : 0;  // twice v_m
  std::vector<Monomial> function;
  for (int t = 0; 2 * t <= l - size; ++t)
    for (int u = 0; u <= t; ++u)
      for (int v2 = odd; v2 <= size; v2 += 2) {  // v2 = 2 v
        const double sign = (t + (v2 - odd) / 2) % 2 == 0 ? 1 : -1;
        const double c =
            sign * std::pow(0.25, t) * binomial(l, t) * binomial(l - t, size + t) * binomial(t, u) * binomial(size, v2);
        if (c != 0) add(function, {2 * t + size - 2 * u - v2, 2 * u + v2, l - 2 * t - size, norm * c});
      }
  return function;
}

}  // namespace

std::vector<std::vector<Monomial>> shell_functions(int l, bool spherical) {
  std::vector<std::vector<Monomial>> functions;
  if (spherical && l >= 2) {
    for (int m = -l; m <= l; ++m) functions.push_back(solid_harmonic(l, m));
  } else {
    for (int i = l; i >= 0; --i)
      for (int j = l - i; j >= 0; --j) functions.push_back({{i, j, l - i - j, 1.0}});
  }
  return functions;
}

}  // namespace fockproxy::eri
