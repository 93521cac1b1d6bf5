#include "scf/accelerator.hpp"

namespace fockproxy {

namespace {

constexpr double descent_shift = 0.3;  // hartree
constexpr int shortest_descent = 3;    // steps
constexpr int patience = 10;           // DIIS steps without the error halving
constexpr double small_error = 1e-3;   // below it neither a level shift nor a descent is of use

}  // namespace

void Accelerator::leave_saddle_point() {
  steps_ = {.descent_end = steps_.descent_end};
  begin_descent();
}

void Accelerator::begin_descent() {
  steps_.subspace.clear();
  steps_.descending = true;
  steps_.descent_steps = 0;
  steps_.descent_end /= 10;
}

bool Accelerator::wanders(double error) {
  if (error < steps_.best_error / 2) {
    steps_.best_error = error;
    steps_.since_best = 0;
    return false;
  }
  return ++steps_.since_best > patience && error > small_error;
}

SpinDense Accelerator::next(const SpinDense& fock, const SpinDense& density, const SpinDense& errors,
                               double energy_change) {
  const double error = largest_element(errors);
  const bool from_guess = steps_.first;
  steps_.first = false;
  if (steps_.descending) {
    if (++steps_.descent_steps <= shortest_descent || energy_change < -steps_.descent_end)
      return shifted(fock, density, descent_shift);
    steps_.descending = false;
    steps_.best_error = error;
    steps_.since_best = 0;
  }
  if (from_guess) return fock;
  if (wanders(error)) {
    begin_descent();
    return shifted(fock, density, descent_shift);
  }
  diis_.add(fock, errors);
  const SpinDense extrapolated = diis_.extrapolate();
  return level_shift_ > 0 && error > small_error ? shifted(extrapolated, density, level_shift_) : extrapolated;
}

// F + b (S - S D S): virtual orbitals rise by b (Saunders & Hillier, Int. J. Quantum Chem. 7, 699, 1973).
SpinDense Accelerator::shifted(SpinDense fock, const SpinDense& density, double shift) const {
  for (std::size_t spin = 0; spin < fock.size(); ++spin) {
    fock[spin].add(shift, overlap_);
    fock[spin].add(-shift, algebra_.multiply(overlap_, algebra_.multiply(density[spin], overlap_)));
  }
  return fock;
}

}  // namespace fockproxy
