#include "integrals/schwarz.hpp"

#include <cmath>

#include "chem/contraction_groups.hpp"
#include "eri/quartet_engine.hpp"
#include "eri/simd_path.hpp"

namespace fockproxy {

namespace {

void bounds_from_libint(const BasisSet& basis, int first, int stride, Eigen::Map<Matrix> bounds) {
  const ShellPairs pairs(basis, 0);
  RepulsionEngine engine(pairs);
  const std::vector<int> groups = contraction_groups(basis);
  for (int group = first; group + 1 < static_cast<int>(groups.size()); group += stride)
    for (int a = groups[group]; a < groups[group + 1]; ++a)
      for (int b = 0; b <= a; ++b) {
        const double* integrals = engine.compute(a, b, a, b);
        const int n = basis.shell(a).functions() * basis.shell(b).functions();
        // There are no integrals if every product of primitives underflows to zero.
        bounds(a, b) = integrals ? std::sqrt(Eigen::Map<const Matrix>(integrals, n, n).diagonal().maxCoeff()) : 0.0;
      }
}

void bounds_from_kernels(const eri::PairTable& table, int first, int stride, Eigen::Map<Matrix> bounds) {
  // The last bits of the bounds decide which quartets are computed, and the grid of exact sums. So this uses the
  // kernels that every processor has.
  eri::QuartetEngine engine(table, *eri::simd_paths().front().kernels);
  const auto& shells = table.shells();
  std::vector<double> squares;
  for (int a = first; a < static_cast<int>(shells.size()); a += stride)
    for (int b = 0; b <= a; ++b) {
      squares.resize(shells[a].columns * shells[b].columns);
      engine.largest_self_repulsion(a, b, squares.data());
      for (int i = 0; i < shells[a].columns; ++i)
        for (int j = 0; j < shells[b].columns; ++j) {
          const int row = shells[a].first_shell + i, column = shells[b].first_shell + j;
          // sqrt((ab|ab)) is a norm: the norm of a sum is at most the sum of the norms.
          if (column <= row)
            bounds(row, column) = std::sqrt(squares[i * shells[b].columns + j]) + table.largest_neglected();
        }
    }
}

}  // namespace

void schwarz_bounds(const ShellPairs& pairs, int first, int stride, Eigen::Map<Matrix> bounds) {
  const BasisSet& basis = pairs.basis();
  if (2 * basis.max_angular_momentum() <= eri::kernel_max_l)
    bounds_from_kernels(pairs.kernel_pairs(), first, stride, bounds);
  else bounds_from_libint(basis, first, stride, bounds);
}

Matrix schwarz_bounds(const ShellPairs& pairs) {
  Matrix bounds = Matrix::Zero(pairs.basis().shells(), pairs.basis().shells());
  schwarz_bounds(pairs, 0, 1, Eigen::Map<Matrix>(bounds.data(), bounds.rows(), bounds.cols()));
  return bounds;
}

Matrix schwarz_bounds(const BasisSet& basis) { return schwarz_bounds(ShellPairs(basis, 0)); }

}  // namespace fockproxy
