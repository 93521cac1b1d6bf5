// The oracle: two-electron matrices straight from their definition, with no permutational symmetry of the integrals,
// no tasks and no blocks. Slow, serial, plain enough to be obviously right.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Not thread-safe. The pairs and the density must outlive it.
class ReferenceBuilder {
 public:
  // Engines and densities are those of the calculation being checked: one matrix for RHF, two for UHF.
  ReferenceBuilder(const ShellPairs& pairs, const SpinMatrices& density);

  // The shell block G_ab, functions(a) x functions(b), of spin `spin`:
  // RHF: G_ab = sum_cd D_cd [2 (ab|cd) - (ac|bd)]; UHF: sum_cd [D^T_cd (ab|cd) - D^s_cd (ac|bd)], over all shells
  // c, d. Terms whose Schwarz estimate Q Q |D| is below `cutoff` are left out (0: none), with Q from `schwarz`
  // (shells x shells, both triangles; not looked at when cutoff is 0) and |D| the largest element of the block of 2 D
  // or D^T for (ab|cd), of D or D^s for (ac|bd).
  Matrix block(int a, int b, int spin, const Matrix& schwarz, double cutoff);

  // The whole of G, every spin: block() for every shell pair, nothing left out.
  SpinMatrices build();

 private:
  const BasisSet& basis_;
  RepulsionEngine engine_;
  const SpinMatrices& exchange_density_;
  Matrix coulomb_density_;
};

}  // namespace fockproxy
