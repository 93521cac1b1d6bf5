// What is diagonalised next: DIIS, and what helps where DIIS alone goes astray. Local, rank 0 only.
#pragma once

#include "scf/diis.hpp"

namespace fockproxy {

// Three ways to the next Fock matrix:
// - the first step from a guess takes F as it is: a guess need not be the density of any orbitals, and its error then
//   says nothing, so it stays out of the subspace;
// - DIIS, with a level shift if one was asked for, until the error is small;
// - a descent, plain steps with a level shift: after leaving a saddle point, because DIIS goes to the nearest
//   stationary point and would return, and when DIIS has wandered for a while without getting closer. It ends when the
//   energy levels off; each later one is followed ten times further.
class Accelerator {
 public:
  Accelerator(const Matrix& overlap, int diis_size, double level_shift)
      : overlap_(overlap), level_shift_(level_shift), diis_(diis_size) {}

  // Forgets everything but how far the last descent was followed.
  void start(bool from_saddle_point);

  // The matrices to diagonalise after F of density D with DIIS error `errors`; `energy_change` came with this F.
  SpinMatrices next(const SpinMatrices& fock, const SpinMatrices& density, const std::vector<Matrix>& errors,
                    double energy_change);

 private:
  void begin_descent();
  bool wanders(double error);
  SpinMatrices shifted(SpinMatrices fock, const SpinMatrices& density, double shift) const;

  const Matrix& overlap_;
  double level_shift_;
  Diis diis_;
  bool first_ = true;
  bool descending_ = false;
  int descent_steps_ = 0;
  double descent_end_ = 1e-3;  // hartree per iteration; divided by ten at each descent
  double best_error_ = 0;
  int steps_since_best_ = 0;
};

}  // namespace fockproxy
