#include "fock/density_maxima.hpp"

#include <algorithm>
#include <cmath>

#include "integrals/symmetric.hpp"

namespace fockproxy {

namespace {

std::vector<int> shells_of_functions(const BasisSet& basis) {
  std::vector<int> shells;
  for (int s = 0; s < basis.shells(); ++s) shells.insert(shells.end(), basis.shell(s).functions(), s);
  return shells;
}

}  // namespace

ShellMaxima density_maxima(const BasisSet& basis, const SpinDense& density) {
  const std::vector<int> shell_of = shells_of_functions(basis);
  ShellMaxima maxima(basis.shells());
  const DenseMatrix &alpha = density.front(), &beta = density.back();
  const auto& rows = alpha.row_index();
  for (Eigen::Index j = 0; j < alpha.local().cols(); ++j) {
    const Eigen::Index column = alpha.column_index().global(j);
    for (Eigen::Index i = rows.local_before(column); i < alpha.local().rows(); ++i) {
      const int a = shell_of[rows.global(i)], b = shell_of[column];
      const double one = alpha.local()(i, j), other = beta.local()(i, j);
      double &exchange = maxima.exchange(a, b), &coulomb = maxima.coulomb(a, b);
      exchange = std::max({exchange, std::abs(one), std::abs(other)});
      coulomb = std::max(coulomb, density.size() == 1 ? std::abs(one) : 0.5 * std::abs(one + other));
    }
  }
  for (Matrix* m : {&maxima.coulomb, &maxima.exchange}) {
    alpha.grid().comm().reduce_all(std::span(m->data(), static_cast<std::size_t>(m->size())), MPI_MAX);
    mirror_lower(*m);
  }
  return maxima;
}

}  // namespace fockproxy
