// Which density comes next: DIIS, and what helps where DIIS goes astray. Collective.
#pragma once

#include <limits>

#include "scf/diis.hpp"
#include "scf/trust_region.hpp"

namespace fockproxy {

// What it hands from step to step.
struct ConvergenceSteps {
  DiisSubspace subspace{};
  bool first = true;
  bool second_order = false;
  TrustRegion region{};
  double second_order_end = 1e-1;  // DIIS error; divided by ten each time
  double best_error = std::numeric_limits<double>::infinity();
  int since_best = 0;  // DIIS steps
};

// Three ways to the next density:
// - the first step from a guess diagonalises F as it is: a guess need not be the density of any orbitals, and its error
//   then says nothing, so it stays out of the subspace;
// - DIIS, with a level shift if one was asked for, until the error is small. It takes one Fock build a step, and goes
//   to the nearest stationary point or nowhere;
// - second-order steps, which take several builds each and go downhill to a minimum: after leaving a saddle point, to
//   which DIIS would return, and when DIIS has wandered for a while without getting closer. They end near a minimum,
//   each time ten times nearer than the time before, so that in the end they get there themselves.
//
// Goes on from `steps`, which must outlive it, as the problem and the builder, of two spin densities, must.
class Accelerator {
 public:
  Accelerator(const HartreeFockProblem& problem, TwoElectronBuilder& builder, int diis_size, double level_shift,
              ConvergenceSteps& steps)
      : problem_(problem),
        builder_(builder),
        level_shift_(level_shift),
        steps_(steps),
        diis_(diis_size, steps.subspace) {}

  // Forgets everything but how far the last second-order steps were followed, and begins such steps.
  void leave_saddle_point();  // local

  // After F of density D; `transformed` and `errors` are of transformed_fock(). `energy_change` came with this F.
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
