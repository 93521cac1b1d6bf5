#include "scf/stability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fockproxy {

namespace {

constexpr double unstable_below = -1e-4;  // rotations that change nothing have eigenvalues of zero, give or take
constexpr double rotation = 0.4;          // radian, along the unstable mode
constexpr int max_vectors = 40;
constexpr double residual_tolerance = 2e-3;
// What is enough to know a sign, as a share of the eigenvalue. A mode further down of which the vector had a part p
// would add p times their distance to the residual: with a quarter allowed, a mode at a third of the value was missed.
constexpr double residual_of_stable = 0.02, residual_of_unstable = 0.1;

// By Davidson's method.
class LowestEigenpair {
 public:
  // only_sign: of an eigenvalue below zero no more is asked than that it is, which any vector's value proves.
  LowestEigenpair(const Communicator& comm, const RotationSpace& space, bool only_sign)
      : comm_(comm), space_(space), only_sign_(only_sign), next_(space.gaps()) {
    // Large on small gaps, with a part of every symmetry: a start without the unstable mode's would never find it.
    space.for_each(next_, [](RotationSpace::Index n, double& element) {
      const double gap = std::max(element, 0.05);
      element = std::fmod(static_cast<double>(n + 1) * std::numbers::phi, 1.0) / (gap * gap);
    });
    subspace_.orthonormalise(next_);
  }

  bool done() const { return done_; }
  // What the Hessian's product is asked of; zero when done.
  const SpinDense& next() const { return next_; }

  void add_product(SpinDense product) {
    if (done_) return;
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
    if (done_) multiply_by(next_, 0);
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

SpinDense sum(SpinDense a, double factor, const SpinDense& b) {
  add(a, factor, b);
  return a;
}

}  // namespace

bool Stability::stable_as_uhf() const { return !lowest_triplet || *lowest_triplet >= unstable_below; }

Stability stability_of(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                       TwoElectronBuilder& builder) {
  const RotationSpace space(problem, orbitals);
  Stability result;
  if (space.size() == 0) return result;
  const double threshold = hessian_threshold(builder);
  LowestEigenpair lowest(problem.comm(), space, false);
  const auto product = [&](const LowestEigenpair& of, const SpinDense& g) {
    return space.hessian_product(of.next(), g);
  };
  if (problem.unrestricted) {
    for (; !lowest.done(); ++result.builds)
      lowest.add_product(product(lowest, builder.build(space.density_change(lowest.next()), threshold)));
  } else {
    // Of the spin densities s + t and s - t, of a change s that both spins share and one t that they do not, G is
    // linear: the half sum of both is G of s, the half difference that of t.
    LowestEigenpair triplet(problem.comm(), space, true);
    for (; !lowest.done() || !triplet.done(); ++result.builds) {
      const SpinDense s = space.density_change(lowest.next()), t = space.density_change(triplet.next());
      SpinDense spins = sum(s, 1, t), difference = sum(s, -1, t);
      spins.push_back(std::move(difference[0]));
      SpinDense g = builder.build(spins, threshold);
      multiply_by(g, 0.5);
      const SpinDense alpha{g[0]}, beta{g[1]};
      lowest.add_product(product(lowest, sum(alpha, 1, beta)));
      triplet.add_product(product(triplet, sum(alpha, -1, beta)));
    }
    result.lowest_triplet = triplet.value();
  }
  result.lowest_eigenvalue = lowest.value();
  result.stable = result.lowest_eigenvalue >= unstable_below;
  if (!result.stable) {
    SpinDense mode = lowest.vector();
    multiply_by(mode, rotation);
    result.density = space.rotated_density(mode);
  }
  return result;
}

}  // namespace fockproxy
