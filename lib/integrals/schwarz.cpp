#include "integrals/schwarz.hpp"

#include <cmath>

#include "integrals/repulsion_engine.hpp"

namespace fockproxy {

Matrix schwarz_bounds(const BasisSet& basis, int first, int stride) {
  const ShellPairs pairs(basis, 0);
  RepulsionEngine engine(pairs);
  Matrix bounds = Matrix::Zero(basis.shells(), basis.shells());
  for (int a = first; a < basis.shells(); a += stride) {
    for (int b = 0; b <= a; ++b) {
      const double* integrals = engine.compute(a, b, a, b);
      if (!integrals) continue;  // every primitive product underflows to zero
      const int n = basis.shell(a).functions() * basis.shell(b).functions();
      bounds(a, b) = std::sqrt(Eigen::Map<const Matrix>(integrals, n, n).lpNorm<Eigen::Infinity>());
    }
  }
  return bounds;
}

void mirror_lower(Matrix& m) { m.triangularView<Eigen::StrictlyUpper>() = m.transpose(); }

}  // namespace fockproxy
