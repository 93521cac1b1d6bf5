#include "scf/trust_region.hpp"

#include <algorithm>
#include <cmath>

namespace fockproxy {

namespace {

constexpr double residual_share = 0.1;  // relative to the gradient: the accuracy of the solution
constexpr int most_directions = 20;
constexpr double smallest_radius = 1e-3, largest_radius = 1.5;

// Orbitals that span the density and diagonalise F separately among the occupied and the virtual ones. The occupied
// come first.
std::vector<Orbitals> orbitals_of(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock) {
  Algebra& algebra = problem.algebra;
  const DenseMatrix& x = problem.orthogonal.x;
  std::vector<Orbitals> orbitals;
  for (std::size_t s = 0; s < fock.size(); ++s) {
    // Diagonalises P F P + Q F Q + b Q, where P projects on the occupied orbitals.
    const DenseMatrix f = in_orthonormal_basis(algebra, fock[s], x);
    const DenseMatrix p = in_orthonormal_basis(algebra, density[s], problem.orthogonal.sx);
    const DenseMatrix pf = algebra.multiply(p, f);
    DenseMatrix blocks = f;
    blocks.add(-1, pf).add(-1, algebra.transpose(pf)).add(2, algebra.multiply(pf, p));
    const double b = 4 * std::sqrt(dot(f, f));  // larger than all eigenvalues of F
    blocks.for_each([&](Eigen::Index i, Eigen::Index j, double& element) {
      if (i == j) element += b;
    });
    blocks.add(-b, p);
    Eigenpairs pairs = algebra.diagonalise(algebra.symmetric_part(blocks));
    const Eigen::Index virtuals = pairs.values.size() - problem.occupied[s];
    pairs.values.tail(virtuals).array() -= b;
    orbitals.push_back({algebra.multiply(x, pairs.vectors), std::move(pairs.values)});
  }
  return orbitals;
}

// The minimum of g.c + c.A c / 2 for |c| <= radius (More & Sorensen, SIAM J. Sci. Stat. Comput. 4, 553, 1983).
struct ModelMinimum {
  Vector c;
  double level_shift = 0;  // (A + shift) c = -g
};
ModelMinimum minimum_within(double radius, const SmallEigenpairs& a, const Vector& gradient) {
  const Vector g = a.vectors.transpose() * gradient;
  const auto at = [&](double shift) -> Vector { return -g.array() / (a.values.array() + shift); };
  double low = std::max(0.0, -a.values[0]);
  if (low == 0 && a.values[0] > 0 && at(0).norm() <= radius) return {a.vectors * at(0), 0};
  // |c| decreases with the shift.
  low += 1e-12;
  double high = low + g.norm() / radius;
  if (Vector c = at(low); c.norm() < radius) {
    // The gradient has no component along the lowest mode, so the missing length goes along this mode.
    c[0] += std::copysign(std::sqrt(radius * radius - c.squaredNorm()), c[0]);
    return {a.vectors * c, low};
  }
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (at(middle).norm() > radius ? low : high) = middle;
  }
  return {a.vectors * at(high), high};
}

void judge(TrustRegion& region, double energy_change) {
  if (region.predicted > -1e-8) return;  // no prediction, or one below the precision of the energies
  const double ratio = energy_change / region.predicted;
  if (ratio < 0) region.radius /= 4;
  else if (ratio < 0.25) region.radius /= 2;
  else if (ratio > 0.7 && !region.inside) region.radius *= 1.5;
  region.radius = std::clamp(region.radius, smallest_radius, largest_radius);
}

}  // namespace

SpinDense trust_region_step(const HartreeFockProblem& problem, const SpinDense& density, const SpinDense& fock,
                            double energy_change, TrustRegion& region, TwoElectronBuilder& builder) {
  judge(region, energy_change);
  const std::vector<Orbitals> orbitals = orbitals_of(problem, density, fock);
  const RotationSpace space(problem, orbitals);
  const SpinDense gradient = space.project(fock);
  const double enough = residual_share * norm(gradient);
  RotationSubspace subspace;
  SpinDense next = space.preconditioned(gradient, 0), step;
  ModelMinimum least;
  const auto most = std::min<RotationSpace::Index>(most_directions, space.size());
  while (subspace.size() < most && subspace.orthonormalise(next)) {
    const SpinDense g = response(space.density_change(next), 1, builder, hessian_threshold(builder));
    SpinDense product = space.hessian_product(next, g);
    subspace.add(std::move(next), std::move(product));
    const Vector slope = subspace.components(gradient);
    least = minimum_within(region.radius, diagonalise_small(problem.comm(), subspace.hessian()), slope);
    step = subspace.vector(least.c);
    region.predicted = space.energy_factor() * (slope.dot(least.c) + least.c.dot(subspace.hessian() * least.c) / 2);
    next = subspace.product(least.c);
    add(next, least.level_shift, step);
    add(next, 1, gradient);
    if (norm(next) < enough) break;
    next = space.preconditioned(std::move(next), -least.level_shift);
  }
  region.inside = least.level_shift == 0;
  return step.empty() ? density : space.rotated_density(step);
}

}  // namespace fockproxy
