// The reference for tests: two-electron matrices directly from their definition, without permutational symmetry of the
// integrals, tasks or blocks. Slow, serial, and so simple that its correctness is evident.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Not thread-safe. The pairs and the density must outlive it.
class ReferenceBuilder {
 public:
  // Pairs and density are those of the calculation to check: one matrix for RHF, two for UHF.
  ReferenceBuilder(const ShellPairs& pairs, const SpinMatrices& density);

  // The shell block G_ab, functions(a) x functions(b), of spin `spin`.
  // RHF: G_ab = sum_cd D_cd [2 (ab|cd) - (ac|bd)]; UHF: sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)], over all shells c, d.
  // Terms whose Schwarz estimate Q Q |D| is below `cutoff` are left out (0: none). Q is `schwarz` (shells x shells,
  // both triangles; unused if cutoff is 0). |D| is the largest element of the block of 2 D or D^T for (ab|cd), and of D
  // or D^s for (ac|bd).
  Matrix block(int a, int b, int spin, const Matrix& schwarz, double cutoff);

  // The whole of G for every spin: block() for every shell pair, without a cutoff.
  SpinMatrices build();

 private:
  const BasisSet& basis_;
  RepulsionEngine engine_;
  const SpinMatrices& exchange_density_;
  Matrix coulomb_density_;
};

}  // namespace fockproxy
