#include "scf/stability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fockproxy {

namespace {

constexpr double unstable_below = -1e-4;  // rotations that change nothing have eigenvalues of about zero
constexpr double rotation = 0.4;          // radian, along the unstable mode
constexpr int max_vectors = 40;
constexpr double residual_tolerance = 2e-3;
// The residual, as a share of the eigenvalue, that suffices to know the sign of the eigenvalue. If the vector contains
// a part p of a lower mode, p times their distance is added to the residual. With a share of a quarter, a mode at a
// third of the value was missed.
constexpr double residual_of_stable = 0.05, residual_of_unstable = 0.1;
// Screening threshold of the builds, hartree. It changed eigenvalues by 1e-4 (20 waters, decane; cc-pVDZ). At 1e-3 the
// changes were much larger and not symmetric. Eigenvalues so near zero that this matters are refined with
// hessian_threshold().
constexpr double coarse_threshold = 1e-4, near_zero = 0.01;

// Large for small gaps, with a component of every symmetry: a start vector without that of the unstable mode would
// never find it. No factor is near zero, because the mode may be a single rotation.
SpinDense start_vector(const RotationSpace& space) {
  SpinDense vector = space.gaps();
  space.for_each(vector, [](RotationSpace::Index n, double& element) {
    const double gap = std::max(element, 0.05);
    element = (0.5 + std::fmod(static_cast<double>(n + 1) * std::numbers::phi, 1.0)) / (gap * gap);
  });
  return vector;
}

// Davidson's method.
class LowestEigenpair {
 public:
  // only_sign: for an eigenvalue below zero only the sign is needed, which the value of any vector proves.
  LowestEigenpair(const Communicator& comm, const RotationSpace& space, bool only_sign, SpinDense start)
      : comm_(comm), space_(space), only_sign_(only_sign), next_(std::move(start)) {
    subspace_.orthonormalise(next_);
  }

  bool done() const { return done_; }
  // The vector whose product with the Hessian is needed next, until done.
  const SpinDense& next() const { return next_; }

  void add_product(SpinDense product) {
    subspace_.add(std::move(next_), std::move(product));
    const SmallEigenpairs small = diagonalise_small(comm_, subspace_.hessian());
    value_ = small.values[0];
    const Vector lowest = small.vectors.col(0);
    vector_ = subspace_.vector(lowest);
    next_ = subspace_.product(lowest);
    add(next_, -value_, vector_);
    const double share = value_ > 0 ? residual_of_stable : residual_of_unstable;
    done_ = norm(next_) < std::max(residual_tolerance, share * std::abs(value_)) ||
            (only_sign_ && value_ < unstable_below) || subspace_.size() == space_.size() ||
            subspace_.size() == max_vectors;
    if (!done_) {
      next_ = space_.preconditioned(std::move(next_), value_);
      done_ = !subspace_.orthonormalise(next_);
    }
  }

  double value() const { return value_; }
  const SpinDense& vector() const { return vector_; }

 private:
  const Communicator& comm_;
  const RotationSpace& space_;
  bool only_sign_;
  RotationSubspace subspace_;
  SpinDense next_, vector_;
  double value_ = 0;
  bool done_ = false;
};

}  // namespace

bool Stability::stable_as_uhf() const { return !lowest_triplet || *lowest_triplet >= unstable_below; }

Stability stability_of(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                       TwoElectronBuilder& builder) {
  const RotationSpace space(problem, orbitals);
  Stability result;
  if (space.size() == 0) return result;
  const auto follow = [&](SpinDense start, double second_spin, bool only_sign, double threshold) {
    LowestEigenpair lowest(problem.comm(), space, only_sign, std::move(start));
    for (; !lowest.done(); ++result.builds) {
      const SpinDense g = response(space.density_change(lowest.next()), second_spin, builder, threshold);
      lowest.add_product(space.hessian_product(lowest.next(), g));
    }
    return lowest;
  };
  const auto lowest_of = [&](double second_spin, bool only_sign) {
    const double fine = hessian_threshold(builder);
    LowestEigenpair lowest = follow(start_vector(space), second_spin, only_sign, std::max(fine, coarse_threshold));
    if (std::abs(lowest.value()) > near_zero) return lowest;
    return follow(lowest.vector(), second_spin, only_sign, fine);
  };
  if (!problem.unrestricted) {
    result.lowest_triplet = lowest_of(-1, true).value();
    if (result.stable_as_uhf()) return result;
  }
  const LowestEigenpair lowest = lowest_of(1, false);
  result.lowest_eigenvalue = lowest.value();
  result.stable = lowest.value() >= unstable_below;
  if (!result.stable) {
    SpinDense mode = lowest.vector();
    multiply_by(mode, rotation);
    result.density = space.rotated_density(mode);
  }
  return result;
}

}  // namespace fockproxy
