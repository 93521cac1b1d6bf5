#include "verification/shell_density.hpp"

#include <algorithm>

namespace fockproxy {

namespace {

Matrix over_groups(const BasisSet& basis, const Matrix& shells) {
  const int n = basis.shells(), groups = basis.shell(n - 1).contraction_group + 1;
  Matrix largest = Matrix::Zero(groups, groups), result(n, n);
  const auto of_groups = [&](int a, int b) -> double& {
    return largest(basis.shell(a).contraction_group, basis.shell(b).contraction_group);
  };
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) of_groups(a, b) = std::max(of_groups(a, b), shells(a, b));
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) result(a, b) = of_groups(a, b);
  return result;
}

}  // namespace

ShellDensity::ShellDensity(const BasisSet& basis, const ExactDensity& density) {
  const int n = basis.shells();
  for (Matrix* m : {&shells.coulomb, &shells.exchange, &coulomb_sum, &exchange_sum}) *m = Matrix::Zero(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      const Shell &sa = basis.shell(a), &sb = basis.shell(b);
      const auto sizes = [&](const Matrix& m) {
        return m.block(sa.first_function, sb.first_function, sa.functions(), sb.functions()).cwiseAbs();
      };
      shells.coulomb(a, b) = sizes(density.coulomb).maxCoeff();
      coulomb_sum(a, b) = sizes(density.coulomb).sum();
      for (const Matrix& spin : density.exchange) {
        shells.exchange(a, b) = std::max(shells.exchange(a, b), sizes(spin).maxCoeff());
        exchange_sum(a, b) = std::max(exchange_sum(a, b), sizes(spin).sum());
      }
    }
  groups = {over_groups(basis, shells.coulomb), over_groups(basis, shells.exchange)};
}

double DensityFactors::of(int a, int b, int c, int d) const {
  return std::max({4 * coulomb(a, b), 4 * coulomb(c, d), exchange(a, c), exchange(a, d), exchange(b, c),
                   exchange(b, d)});
}

}  // namespace fockproxy
