#include "scf/atomic_integrals.hpp"

#include <algorithm>
#include <map>

#include "integrals/one_electron.hpp"
#include "integrals/repulsion_engine.hpp"

namespace fockproxy {

namespace {

// The mean over m of the diagonal elements in m. Block (i, j) of a one-centre matrix is this mean times the identity.
double mean_diagonal(const Matrix& matrix, const Shell& i, const Shell& j) {
  return matrix.block(i.first_function, j.first_function, i.functions(), j.functions()).diagonal().mean();
}

}  // namespace

AtomicIntegrals::AtomicIntegrals(int nuclear_charge, const std::vector<Shell>& shells) {
  // The primitive basis: each exponent of each l once, in descending order.
  std::map<int, std::vector<double>> exponents;
  for (const Shell& shell : shells) {
    auto& list = exponents[shell.angular_momentum];
    list.insert(list.end(), shell.exponents.begin(), shell.exponents.end());
  }
  const int l_count = exponents.rbegin()->first + 1;
  std::vector<Contraction> primitive_shells;
  for (auto& [l, list] : exponents) {
    std::sort(list.begin(), list.end(), std::greater());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    for (const double exponent : list) primitive_shells.push_back({l, {exponent}, {1.0}});
  }
  const Molecule atom{.name = "atom", .comment = "", .atoms = {{nuclear_charge, {0, 0, 0}}}};
  const BasisFile file{.name = "primitives", .path = "", .elements = {{nuclear_charge, primitive_shells}}};
  const BasisSet primitives(atom, file, false);

  first_shell_.resize(l_count);
  contraction_.resize(l_count);
  int first = 0;
  for (int l = 0; l < l_count; ++l) {
    const auto& list = exponents[l];
    first_shell_[l] = first;
    first += static_cast<int>(list.size());
    const auto count = std::count_if(shells.begin(), shells.end(), [&](auto& s) { return s.angular_momentum == l; });
    contraction_[l] = Matrix::Zero(static_cast<Eigen::Index>(list.size()), count);
    int column = 0;
    for (const Shell& shell : shells) {
      if (shell.angular_momentum != l) continue;
      for (std::size_t p = 0; p < shell.exponents.size(); ++p) {
        const auto row = std::find(list.begin(), list.end(), shell.exponents[p]) - list.begin();
        contraction_[l](row, column) += shell.coefficients[p];
      }
      ++column;
    }
  }

  const Matrix s = fockproxy::overlap(primitives);
  const Matrix h = kinetic(primitives) + nuclear_attraction(primitives, atom);
  for (int l = 0; l < l_count; ++l) {
    const auto n = contraction_[l].rows();
    Matrix s_l(n, n), h_l(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Shell& a = primitives.shell(first_shell_[l] + i);
        const Shell& b = primitives.shell(first_shell_[l] + j);
        s_l(i, j) = mean_diagonal(s, a, b);
        h_l(i, j) = mean_diagonal(h, a, b);
        if (j <= i) pairs_.push_back({l, i, j});
      }
    }
    overlap_.push_back(contraction_[l].transpose() * s_l * contraction_[l]);
    core_.push_back(contraction_[l].transpose() * h_l * contraction_[l]);
  }
  compute_repulsion(primitives);
}

void AtomicIntegrals::compute_repulsion(const BasisSet& primitives) {
  const ShellPairs shell_pairs(primitives, 0);
  RepulsionEngine engine(shell_pairs);
  const auto shell = [&](int l, int i) { return first_shell_[l] + i; };
  // The sums over m and m' of (a m, b m | c m', d m') and (a m, c m' | b m, d m'), with a and b of l, c and d of l'.
  const auto coulomb = [&](int a, int b, int c, int d, int l, int k) {
    const double* v = engine.compute(a, b, c, d);
    const int n = 2 * l + 1, m = 2 * k + 1;
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) sum += v[((i * n + i) * m + j) * m + j];
    return sum;
  };
  const auto exchange = [&](int a, int c, int b, int d, int l, int k) {
    const double* v = engine.compute(a, c, b, d);
    const int n = 2 * l + 1, m = 2 * k + 1;
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) sum += v[((i * m + j) * n + i) * m + j];
    return sum;
  };

  const auto n = static_cast<Eigen::Index>(pairs_.size());
  repulsion_.resize(n, n);
  for (Eigen::Index p = 0; p < n; ++p) {
    const auto [l, i, j] = pairs_[p];
    const int a = shell(l, i), b = shell(l, j);
    for (Eigen::Index q = 0; q <= p; ++q) {
      const auto [k, u, v] = pairs_[q];
      const int c = shell(k, u), d = shell(k, v);
      const double k1 = exchange(a, c, b, d, l, k);
      const double k2 = i == j || u == v ? k1 : exchange(a, d, b, c, l, k);
      repulsion_(p, q) = repulsion_(q, p) = 2 * coulomb(a, b, c, d, l, k) - (k1 + k2) / 2;
    }
  }
}

std::vector<Matrix> AtomicIntegrals::two_electron(const std::vector<Matrix>& density) const {
  std::vector<Matrix> primitive(density.size());
  for (std::size_t l = 0; l < density.size(); ++l)
    primitive[l] = contraction_[l] * density[l] * contraction_[l].transpose();
  Vector packed(static_cast<Eigen::Index>(pairs_.size()));
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [l, i, j] = pairs_[p];
    packed[p] = (i == j ? 1 : 2) * primitive[l](i, j);
  }
  const Vector g = repulsion_ * packed;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [l, i, j] = pairs_[p];
    primitive[l](i, j) = primitive[l](j, i) = g[p] / (2 * l + 1);
  }
  std::vector<Matrix> result(density.size());
  for (std::size_t l = 0; l < density.size(); ++l)
    result[l] = contraction_[l].transpose() * primitive[l] * contraction_[l];
  return result;
}

}  // namespace fockproxy
