// The six updates of one shell quartet in plain loops. Digestion is compared with them.
#pragma once

#include "chem/basis_set.hpp"
#include "support/matrix.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// A whole density in the two forms for the updates. The given matrices must outlive it. Immutable; thread-safe.
class ExactDensity {
 public:
  explicit ExactDensity(const SpinMatrices& density)
      : exchange_(density), coulomb_(density.size() == 1 ? density[0] : Matrix(0.5 * (density[0] + density[1]))) {}

  int spins() const { return static_cast<int>(exchange_.size()); }
  double exchange(int spin, int f, int g) const { return exchange_[spin](f, g); }  // D, or D^alpha and D^beta
  double coulomb(int f, int g) const { return coulomb_(f, g); }                    // D, or (D^alpha + D^beta) / 2

 private:
  const SpinMatrices& exchange_;
  Matrix coulomb_;
};

// Calls add(role, spin, f, g, value) for every update of G_fg, f and g functions of the basis, by the shell quartet
// (ab|cd). With v = s (ab|cd), where s is the number of distinct permutations, the updates are G_ab += D_cd v, G_cd +=
// D_ab v, G_ac -= D_bd v / 4, and likewise G_bd, G_ad, G_bc (docs: what is computed). G is symmetric only after (G +
// G^T) / 2. integrals: functions of a, b, c, d, row-major. Density: as ExactDensity.
template <class Density, class Add>
void add_exact_quartet(const BasisSet& basis, const ShellQuartet& q, const double* integrals, const Density& density,
                       Add&& add) {
  const Shell &sa = basis.shell(q.a), &sb = basis.shell(q.b), &sc = basis.shell(q.c), &sd = basis.shell(q.d);
  const double s = degeneracy(q);
  const int spins = density.spins();
  const double* v = integrals;
  for (int i = sa.first_function; i < sa.first_function + sa.functions(); ++i)
    for (int j = sb.first_function; j < sb.first_function + sb.functions(); ++j)
      for (int k = sc.first_function; k < sc.first_function + sc.functions(); ++k)
        for (int l = sd.first_function; l < sd.first_function + sd.functions(); ++l) {
          const double x = s * *v++, quarter = 0.25 * x;
          const double to_ij = x * density.coulomb(k, l), to_kl = x * density.coulomb(i, j);
          for (int spin = 0; spin < spins; ++spin) {
            const auto exchange = [&](int f, int g) { return density.exchange(spin, f, g); };
            add(ij, spin, i, j, to_ij);
            add(kl, spin, k, l, to_kl);
            add(ik, spin, i, k, -quarter * exchange(j, l));
            add(jl, spin, j, l, -quarter * exchange(i, k));
            add(il, spin, i, l, -quarter * exchange(j, k));
            add(jk, spin, j, k, -quarter * exchange(i, l));
          }
        }
}

}  // namespace fockproxy
