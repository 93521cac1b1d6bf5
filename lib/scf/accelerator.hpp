// What is diagonalised next: DIIS, and what helps where DIIS alone goes astray. Collective.
#pragma once

#include <limits>

#include "scf/diis.hpp"

namespace fockproxy {

// What it hands from step to step.
struct ConvergenceSteps {
  DiisSubspace subspace{};
  bool first = true;
  bool descending = false;
  int descent_steps = 0;
  double descent_end = 1e-3;  // hartree per iteration; divided by ten at each descent
  double best_error = std::numeric_limits<double>::infinity();
  int since_best = 0;  // steps
};

// Three ways to the next Fock matrix:
// - the first step from a guess takes F as it is: a guess need not be the density of any orbitals, and its error then
//   says nothing, so it stays out of the subspace;
// - DIIS, with a level shift if one was asked for, until the error is small;
// - a descent, plain steps with a level shift: after leaving a saddle point, because DIIS goes to the nearest
//   stationary point and would return, and when DIIS has wandered for a while without getting closer. It ends when the
//   energy levels off; each later one is followed ten times further.
//
// Goes on from `steps`, which must outlive it, as `algebra` and `overlap` must.
class Accelerator {
 public:
  Accelerator(Algebra& algebra, const DenseMatrix& overlap, int diis_size, double level_shift,
              ConvergenceSteps& steps)
      : algebra_(algebra),
        overlap_(overlap),
        level_shift_(level_shift),
        steps_(steps),
        diis_(diis_size, steps.subspace) {}

  // Forgets everything but how far the last descent was followed, and begins one.
  void leave_saddle_point();  // local

  // The matrices to diagonalise after F of density D with DIIS error `errors`; `energy_change` came with this F.
  SpinDense next(const SpinDense& fock, const SpinDense& density, const SpinDense& errors,
                    double energy_change);

 private:
  void begin_descent();
  bool wanders(double error);
  SpinDense shifted(SpinDense fock, const SpinDense& density, double shift) const;

  Algebra& algebra_;
  const DenseMatrix& overlap_;
  double level_shift_;
  ConvergenceSteps& steps_;
  Diis diis_;
};

}  // namespace fockproxy
