#include "scf/accelerator.hpp"

#include <limits>

namespace fockproxy {

namespace {

constexpr double descent_shift = 0.3;  // hartree
constexpr int shortest_descent = 3;    // steps
constexpr int patience = 10;           // DIIS steps without the error halving
constexpr double small_error = 1e-3;   // below it neither a level shift nor a descent is of use

}  // namespace

void Accelerator::start(bool from_saddle_point) {
  diis_.clear();
  first_ = true;
  descending_ = false;
  best_error_ = std::numeric_limits<double>::infinity();
  steps_since_best_ = 0;
  if (from_saddle_point) begin_descent();
}

void Accelerator::begin_descent() {
  diis_.clear();
  descending_ = true;
  descent_steps_ = 0;
  descent_end_ /= 10;
}

bool Accelerator::wanders(double error) {
  if (error < best_error_ / 2) {
    best_error_ = error;
    steps_since_best_ = 0;
    return false;
  }
  return ++steps_since_best_ > patience && error > small_error;
}

SpinMatrices Accelerator::next(const SpinMatrices& fock, const SpinMatrices& density, const std::vector<Matrix>& errors,
                               double energy_change) {
  const double error = largest_element(errors);
  const bool from_guess = first_;
  first_ = false;
  if (descending_) {
    if (++descent_steps_ <= shortest_descent || energy_change < -descent_end_)
      return shifted(fock, density, descent_shift);
    descending_ = false;
    best_error_ = error;
    steps_since_best_ = 0;
  }
  if (from_guess) return fock;
  if (wanders(error)) {
    begin_descent();
    return shifted(fock, density, descent_shift);
  }
  diis_.add(fock, errors);
  const SpinMatrices extrapolated = diis_.extrapolate();
  return level_shift_ > 0 && error > small_error ? shifted(extrapolated, density, level_shift_) : extrapolated;
}

// F + b (S - S D S): virtual orbitals rise by b (Saunders & Hillier, Int. J. Quantum Chem. 7, 699, 1973).
SpinMatrices Accelerator::shifted(SpinMatrices fock, const SpinMatrices& density, double shift) const {
  for (std::size_t spin = 0; spin < fock.size(); ++spin)
    fock[spin] += shift * (overlap_ - overlap_ * density[spin] * overlap_);
  return fock;
}

}  // namespace fockproxy
