#include "integrals/reference_builder.hpp"

namespace fockproxy {

ReferenceBuilder::ReferenceBuilder(const ShellPairs& pairs, const SpinMatrices& density)
    : basis_(pairs.basis()),
      engine_(pairs),
      exchange_density_(density),
      coulomb_density_(density.size() == 1 ? Matrix(2 * density[0]) : Matrix(density[0] + density[1])) {}

Matrix ReferenceBuilder::block(int a, int b, int spin, const Matrix& schwarz, double cutoff) {
  const int na = basis_.shell(a).functions();
  const int nb = basis_.shell(b).functions();
  Matrix g = Matrix::Zero(na, nb);
  for (int c = 0; c < basis_.shells(); ++c) {
    for (int d = 0; d < basis_.shells(); ++d) {
      const int fc = basis_.shell(c).first_function;
      const int fd = basis_.shell(d).first_function;
      const int nc = basis_.shell(c).functions();
      const int nd = basis_.shell(d).functions();

      const auto coulomb = coulomb_density_.block(fc, fd, nc, nd);
      if (cutoff == 0 || schwarz(a, b) * schwarz(c, d) * coulomb.cwiseAbs().maxCoeff() >= cutoff) {
        if (const double* ab_cd = engine_.compute(a, b, c, d)) {
          for (int i = 0; i < na; ++i)
            for (int j = 0; j < nb; ++j)
              for (int k = 0; k < nc; ++k)
                for (int l = 0; l < nd; ++l) g(i, j) += coulomb(k, l) * ab_cd[((i * nb + j) * nc + k) * nd + l];
        }
      }

      const auto exchange = exchange_density_[spin].block(fc, fd, nc, nd);
      if (cutoff == 0 || schwarz(a, c) * schwarz(b, d) * exchange.cwiseAbs().maxCoeff() >= cutoff) {
        if (const double* ac_bd = engine_.compute(a, c, b, d)) {
          for (int i = 0; i < na; ++i)
            for (int j = 0; j < nb; ++j)
              for (int k = 0; k < nc; ++k)
                for (int l = 0; l < nd; ++l) g(i, j) -= exchange(k, l) * ac_bd[((i * nc + k) * nb + j) * nd + l];
        }
      }
    }
  }
  return g;
}

SpinMatrices ReferenceBuilder::build() {
  SpinMatrices g(exchange_density_.size(), Matrix::Zero(basis_.functions(), basis_.functions()));
  for (std::size_t spin = 0; spin < g.size(); ++spin) {
    for (int a = 0; a < basis_.shells(); ++a) {
      for (int b = 0; b < basis_.shells(); ++b) {
        const Shell& sa = basis_.shell(a);
        const Shell& sb = basis_.shell(b);
        g[spin].block(sa.first_function, sb.first_function, sa.functions(), sb.functions()) =
            block(a, b, static_cast<int>(spin), {}, 0);
      }
    }
  }
  return g;
}

}  // namespace fockproxy
