#include "eri/generalized_shell.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fockproxy::eri {

namespace {

// The norm of the primitive x^l exp(-a r^2), which the real solid harmonics of eri/solid_harmonics.hpp share. Without
// pow, because its last bits depend on the processor (eri/exponential.hpp); those of a square root do not.
double primitive_norm(int l, double a) {
  double double_factorial = 1;
  for (int k = 2 * l - 1; k > 1; k -= 2) double_factorial *= k;
  const double root = std::sqrt(2 * a / std::numbers::pi);
  double norm = root * std::sqrt(root) / std::sqrt(double_factorial);
  for (int k = 0; k < l; ++k) norm *= 2 * std::sqrt(a);
  return norm;
}

}  // namespace

double GeneralizedShell::largest_coefficient(int p) const {
  double largest = 0;
  for (int column = 0; column < columns; ++column)
    largest = std::max(largest, std::abs(coefficients[column * exponents.size() + p]));
  return largest;
}

std::vector<GeneralizedShell> generalized_shells(const BasisSet& basis) {
  std::vector<GeneralizedShell> result;
  int group = -1;
  for (int s = 0; s < basis.shells(); ++s) {
    const Shell& shell = basis.shell(s);
    if (shell.contraction_group != group) {
      group = shell.contraction_group;
      result.push_back({s,
                        0,
                        shell.angular_momentum,
                        shell.spherical,
                        shell.center,
                        shell.exponents,
                        {},
                        shell.first_function,
                        shell.functions()});
    }
    GeneralizedShell& merged = result.back();
    ++merged.columns;
    for (std::size_t p = 0; p < shell.exponents.size(); ++p)
      merged.coefficients.push_back(shell.coefficients[p] * primitive_norm(shell.angular_momentum, shell.exponents[p]));
  }
  return result;
}

std::vector<int> generalized_shell_of(const BasisSet& basis) {
  std::vector<int> result;
  for (const Shell& shell : basis.all_shells()) result.push_back(shell.contraction_group);
  return result;
}

}  // namespace fockproxy::eri
