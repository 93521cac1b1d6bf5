// The plain Fock builder for the SCF tests: one loop over the unique shell quartets, the same on every rank.
#pragma once

#include <algorithm>

#include "dense/whole_matrix.hpp"
#include "integrals/repulsion_engine.hpp"
#include "integrals/schwarz.hpp"
#include "integrals/symmetric.hpp"
#include "scf/two_electron_builder.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

class SerialBuilder final : public TwoElectronBuilder {
 public:
  SerialBuilder(const BasisSet& basis, double threshold)
      : basis_(basis),
        threshold_(threshold),
        pairs_(basis, threshold / 1000),
        engine_(pairs_),
        bounds_(schwarz_bounds(basis)) {
    mirror_lower(bounds_);
  }

  using TwoElectronBuilder::build;
  double threshold() const override { return threshold_; }

  SpinDense build(const SpinDense& density, double threshold) override {
    return distributed(density[0].grid(), build(whole(density), threshold));
  }
  SpinMatrices build(const SpinMatrices& density) { return build(density, threshold_); }

  SpinMatrices build(const SpinMatrices& density, double threshold) {
    ++builds_;
    // RHF is UHF with equal spins and half of the density in each: D^T = 2 D, and J stands for 2 J.
    const Matrix total = density.size() == 1 ? Matrix(2 * density[0]) : Matrix(density[0] + density[1]);
    SpinMatrices g(density.size(), Matrix::Zero(total.rows(), total.cols()));
    const Matrix coulomb_max = block_maxima({total});
    const Matrix exchange_max = block_maxima(density);
    for (int a = 0; a < basis_.shells(); ++a) {
      for (int b = 0; b <= a; ++b) {
        for (int c = 0; c <= a; ++c) {
          for (int d = 0; d <= (c == a ? b : c); ++d) {
            const double largest = std::max({2 * coulomb_max(a, b), 2 * coulomb_max(c, d), exchange_max(a, c),
                                             exchange_max(a, d), exchange_max(b, c), exchange_max(b, d)});
            if (bounds_(a, b) * bounds_(c, d) * largest < threshold) continue;
            if (const double* integrals = engine_.compute(a, b, c, d)) add(g, total, density, integrals, {a, b, c, d});
          }
        }
      }
    }
    for (Matrix& m : g) m = (m + m.transpose().eval()) / 2;
    return g;
  }

  int builds() const { return builds_; }

 private:
  Matrix block_maxima(const SpinMatrices& matrices) const {
    Matrix maxima = Matrix::Zero(basis_.shells(), basis_.shells());
    for (const Matrix& m : matrices)
      for (const Shell& a : basis_.all_shells())
        for (const Shell& b : basis_.all_shells()) {
          double& largest = maxima(&a - basis_.all_shells().data(), &b - basis_.all_shells().data());
          const auto block = m.block(a.first_function, b.first_function, a.functions(), b.functions());
          largest = std::max(largest, block.cwiseAbs().maxCoeff());
        }
    return maxima;
  }

  void add(SpinMatrices& g, const Matrix& total, const SpinMatrices& density, const double* integrals,
           const ShellQuartet& quartet) const {
    const auto [a, b, c, d] = quartet;
    const double s = (a == b ? 1 : 2) * (c == d ? 1 : 2) * (a == c && b == d ? 1 : 2);
    const Shell &sa = basis_.shell(a), &sb = basis_.shell(b), &sc = basis_.shell(c), &sd = basis_.shell(d);
    for (std::size_t spin = 0; spin < g.size(); ++spin) {
      Matrix& gs = g[spin];
      const Matrix& ds = density[spin];
      const double* at = integrals;
      for (int i = sa.first_function; i < sa.first_function + sa.functions(); ++i)
        for (int j = sb.first_function; j < sb.first_function + sb.functions(); ++j)
          for (int k = sc.first_function; k < sc.first_function + sc.functions(); ++k)
            for (int l = sd.first_function; l < sd.first_function + sd.functions(); ++l) {
              const double v = s * *at++;
              gs(i, j) += total(k, l) * v / 2;
              gs(k, l) += total(i, j) * v / 2;
              gs(i, k) -= ds(j, l) * v / 4;
              gs(j, l) -= ds(i, k) * v / 4;
              gs(i, l) -= ds(j, k) * v / 4;
              gs(j, k) -= ds(i, l) * v / 4;
            }
    }
  }

  const BasisSet& basis_;
  double threshold_;
  ShellPairs pairs_;
  RepulsionEngine engine_;
  Matrix bounds_;
  int builds_ = 0;
};

}  // namespace fockproxy
