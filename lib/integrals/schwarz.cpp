#include "integrals/schwarz.hpp"

#include <cmath>

#include "eri/quartet_engine.hpp"
#include "eri/simd_path.hpp"

namespace fockproxy {

namespace {

void bounds_from_libint(const BasisSet& basis, int first, int stride, Matrix& bounds) {
  const ShellPairs pairs(basis, 0);
  RepulsionEngine engine(pairs);
  for (int a = first; a < basis.shells(); a += stride) {
    for (int b = 0; b <= a; ++b) {
      const double* integrals = engine.compute(a, b, a, b);
      if (!integrals) continue;  // every primitive product underflows to zero
      const int n = basis.shell(a).functions() * basis.shell(b).functions();
      bounds(a, b) = std::sqrt(Eigen::Map<const Matrix>(integrals, n, n).diagonal().maxCoeff());
    }
  }
}

void bounds_from_kernels(const eri::PairTable& table, int first, int stride, Matrix& bounds) {
  eri::QuartetEngine engine(table, *eri::simd_paths()[eri::find_simd_path("auto")].kernels);
  const auto& shells = table.shells();
  std::vector<double> squares;
  for (int a = first; a < static_cast<int>(shells.size()); a += stride)
    for (int b = 0; b <= a; ++b) {
      squares.resize(shells[a].columns * shells[b].columns);
      engine.largest_self_repulsion(a, b, squares.data());
      for (int i = 0; i < shells[a].columns; ++i)
        for (int j = 0; j < shells[b].columns; ++j) {
          const int row = shells[a].first_shell + i, column = shells[b].first_shell + j;
          // sqrt((ab|ab)) is a norm: that of the sum is at most the sum of those of its parts.
          if (column <= row)
            bounds(row, column) = std::sqrt(squares[i * shells[b].columns + j]) + table.largest_neglected();
        }
    }
}

}  // namespace

Matrix schwarz_bounds(const ShellPairs& pairs, int first, int stride) {
  const BasisSet& basis = pairs.basis();
  Matrix bounds = Matrix::Zero(basis.shells(), basis.shells());
  if (2 * basis.max_angular_momentum() <= eri::kernel_max_l)
    bounds_from_kernels(pairs.kernel_pairs(), first, stride, bounds);
  else
    bounds_from_libint(basis, first, stride, bounds);
  return bounds;
}

Matrix schwarz_bounds(const BasisSet& basis) { return schwarz_bounds(ShellPairs(basis, 0)); }

}  // namespace fockproxy
