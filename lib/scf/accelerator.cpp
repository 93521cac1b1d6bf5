#include "scf/accelerator.hpp"

namespace fockproxy {

namespace {

constexpr int patience = 10;          // DIIS steps in which the error does not halve
constexpr double small_error = 1e-3;  // below this error a level shift does not help

}  // namespace

void Accelerator::leave_saddle_point() {
  steps_ = {.first = false, .second_order_end = steps_.second_order_end};
  begin_second_order();
}

void Accelerator::begin_second_order() {
  steps_.subspace.clear();
  steps_.second_order = true;
  steps_.region = {};
  steps_.second_order_end /= 10;
}

void Accelerator::choose(double error) {
  if (steps_.second_order) {
    if (!steps_.region.inside || error > steps_.second_order_end) return;
    steps_.second_order = false;
    steps_.best_error = error;
    steps_.since_best = 0;
  } else if (error < steps_.best_error / 2) {
    steps_.best_error = error;
    steps_.since_best = 0;
  } else if (++steps_.since_best > patience) {
    begin_second_order();
  }
}

SpinDense Accelerator::next_density(const SpinDense& fock, const SpinDense& density, const SpinDense& transformed,
                                    const SpinDense& errors, double energy_change) {
  if (steps_.first) {
    steps_.first = false;
    return lowest_density_of_transformed(problem_, transformed);
  }
  const double error = largest_element(errors);
  choose(error);
  diis_.add(transformed, errors);  // after second-order steps too, because DIIS continues from them
  if (steps_.second_order) return trust_region_step(problem_, density, fock, energy_change, steps_.region, builder_);
  SpinDense extrapolated = diis_.extrapolate();
  if (level_shift_ > 0 && error > small_error) shift_levels(extrapolated, density);
  return lowest_density_of_transformed(problem_, extrapolated);
}

// Adds b (S - S D S) to F in the orthonormal basis: virtual orbitals rise by b (Saunders & Hillier, Int. J. Quantum
// Chem. 7, 699, 1973).
void Accelerator::shift_levels(SpinDense& transformed, const SpinDense& density) const {
  for (std::size_t spin = 0; spin < transformed.size(); ++spin) {
    transformed[spin].for_each([&](Eigen::Index i, Eigen::Index j, double& element) {
      if (i == j) element += level_shift_;
    });
    transformed[spin].add(-level_shift_, in_orthonormal_basis(problem_.algebra, density[spin], problem_.orthogonal.sx));
  }
}

}  // namespace fockproxy
