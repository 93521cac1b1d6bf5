// Chooses the next density: DIIS, and other methods where DIIS fails. Collective.
#pragma once

#include <limits>

#include "scf/diis.hpp"
#include "scf/trust_region.hpp"

namespace fockproxy {

// The state that it keeps from step to step.
struct ConvergenceSteps {
  DiisSubspace subspace{};
  bool first = true;
  bool second_order = false;
  TrustRegion region{};
  double second_order_end = 1e-1;  // DIIS error at which second-order steps end; divided by ten each time
  double best_error = std::numeric_limits<double>::infinity();
  int since_best = 0;  // DIIS steps
};

// Three ways to the next density:
// - The first step from a guess diagonalises F directly. A guess need not be the density of any orbitals, so its error
//   has no meaning and stays out of the subspace.
// - DIIS, with a level shift if requested until the error is small. It takes one Fock build per step, and converges to
//   the nearest stationary point or not at all.
// - Second-order steps, which take several builds each and go downhill to a minimum. They are used after leaving a
//   saddle point, to which DIIS would return, and when DIIS has made no progress for a while. They end near a minimum,
//   each time ten times nearer than the time before, so that in the end they converge themselves.
//
// Continues from `steps`, which must outlive it, like the problem and the builder for two spin densities.
class Accelerator {
 public:
  Accelerator(const HartreeFockProblem& problem, TwoElectronBuilder& builder, int diis_size, double level_shift,
              ConvergenceSteps& steps)
      : problem_(problem),
        builder_(builder),
        level_shift_(level_shift),
        steps_(steps),
        diis_(diis_size, steps.subspace) {}

  // Resets all state except the limit of the last second-order steps, and begins such steps.
  void leave_saddle_point();  // local

  // Call it with F of density D. `transformed` and `errors` are from transformed_fock(). `energy_change`: of this F.
  SpinDense next_density(const SpinDense& fock, const SpinDense& density, const SpinDense& transformed,
                         const SpinDense& errors, double energy_change);

 private:
  void begin_second_order();
  void choose(double error);
  void shift_levels(SpinDense& transformed, const SpinDense& density) const;

  const HartreeFockProblem& problem_;
  TwoElectronBuilder& builder_;
  double level_shift_;
  ConvergenceSteps& steps_;
  Diis diis_;
};

}  // namespace fockproxy
