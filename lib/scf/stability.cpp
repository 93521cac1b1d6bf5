#include "scf/stability.hpp"

#include <Eigen/QR>
#include <cmath>
#include <numbers>

#include "parallel/agreement.hpp"
#include "scf/eigenpairs.hpp"

namespace fockproxy {

namespace {

constexpr double residual_tolerance = 2e-3;
constexpr double unstable_below = -1e-4;  // rotations that change nothing have eigenvalues of zero, give or take
constexpr double rotation = 0.4;          // radian, along the unstable mode
constexpr int max_vectors = 40;

// Rotations of the occupied orbitals into the virtual ones, every spin's in one vector.
class RotationSpace {
 public:
  RotationSpace(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals)
      : orbitals_(orbitals), occupied_(problem.occupied) {
    for (std::size_t s = 0; s < orbitals.size(); ++s) {
      first_.push_back(size_);
      size_ += virtuals(s) * occupied_[s];
    }
    gaps_.resize(size_);
    for (std::size_t s = 0; s < orbitals.size(); ++s) {
      const Vector& e = orbitals[s].energies;
      for (int i = 0; i < occupied_[s]; ++i)
        for (int a = 0; a < virtuals(s); ++a) gaps_[first_[s] + i * virtuals(s) + a] = e[occupied_[s] + a] - e[i];
    }
  }

  int size() const { return size_; }
  const Vector& gaps() const { return gaps_; }  // e_a - e_i

  // First-order change of the density, C_v k C_o^T + transpose.
  SpinMatrices density_change(const Vector& k) const {
    SpinMatrices change;
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      const Matrix half = virtual_orbitals(s) * part(k, s) * occupied_orbitals(s).transpose();
      change.push_back(half + half.transpose());
    }
    return change;
  }

  // (e_a - e_i) k_ai + (C_v^T G[change] C_o)_ai
  Vector hessian_product(const Vector& k, const SpinMatrices& g) const {
    Vector product = gaps_.cwiseProduct(k);
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      const Eigen::MatrixXd block = virtual_orbitals(s).transpose() * g[s] * occupied_orbitals(s);
      product.segment(first_[s], block.size()) += Eigen::Map<const Vector>(block.data(), block.size());
    }
    return product;
  }

  // C_o + C_v k, orthonormalised.
  SpinMatrices rotated_density(const Vector& k) const {
    SpinMatrices density;
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      Eigen::MatrixXd coordinates(orbitals_[s].energies.size(), occupied_[s]);
      coordinates.topRows(occupied_[s]).setIdentity();
      coordinates.bottomRows(virtuals(s)) = part(k, s);
      const Eigen::HouseholderQR<Eigen::MatrixXd> qr(coordinates);
      const Matrix c = orbitals_[s].coefficients *
                       (qr.householderQ() * Eigen::MatrixXd::Identity(coordinates.rows(), coordinates.cols()));
      density.push_back(c * c.transpose());
    }
    return density;
  }

 private:
  int virtuals(std::size_t s) const { return static_cast<int>(orbitals_[s].energies.size()) - occupied_[s]; }
  Matrix occupied_orbitals(std::size_t s) const { return orbitals_[s].coefficients.leftCols(occupied_[s]); }
  Matrix virtual_orbitals(std::size_t s) const { return orbitals_[s].coefficients.rightCols(virtuals(s)); }
  Eigen::Map<const Eigen::MatrixXd> part(const Vector& k, std::size_t s) const {
    return {k.data() + first_[s], virtuals(s), occupied_[s]};
  }

  const std::vector<Orbitals>& orbitals_;
  std::array<int, 2> occupied_;
  std::vector<int> first_;
  int size_ = 0;
  Vector gaps_;
};

// Makes `v` a unit vector orthogonal to the orthonormal `basis`; false when nothing is left of it.
bool orthonormalise(Vector& v, const std::vector<Vector>& basis) {
  v.normalize();
  double left = 1;
  for (int pass = 0; pass < 2; ++pass) {
    for (const Vector& b : basis) v -= b.dot(v) * b;
    left *= v.norm();
    if (!(left > 1e-8)) return false;
    v.normalize();
  }
  return true;
}

// Davidson's subspace, on rank 0.
class LowestEigenpair {
 public:
  explicit LowestEigenpair(const RotationSpace& space) : space_(space) {
    // Large on small gaps, with a part of every symmetry: a start without the unstable mode's would never find it.
    next_.resize(space.size());
    for (int i = 0; i < space.size(); ++i) {
      const double gap = std::max(space.gaps()[i], 0.05);
      next_[i] = std::fmod((i + 1) * std::numbers::phi, 1.0) / (gap * gap);
    }
    next_.normalize();
  }

  const Vector& next() const { return next_; }

  // Takes the Hessian's product with next(). True when done.
  bool add(const Vector& product) {
    vectors_.push_back(next_);
    products_.push_back(product);
    const auto n = static_cast<Eigen::Index>(vectors_.size());
    Eigen::MatrixXd small(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) small(i, j) = vectors_[i].dot(products_[j]);
    const auto [values, coefficients] = diagonalise((small + small.transpose()) / 2);
    value_ = values[0];
    vector_ = Vector::Zero(space_.size());
    Vector residual = vector_;
    for (Eigen::Index i = 0; i < n; ++i) {
      vector_ += coefficients(i, 0) * vectors_[i];
      residual += coefficients(i, 0) * (products_[i] - value_ * vectors_[i]);
    }
    if (residual.norm() < residual_tolerance || n == space_.size() || n == max_vectors) return true;
    next_ = residual;
    for (int i = 0; i < space_.size(); ++i) {
      const double denominator = space_.gaps()[i] - value_;
      next_[i] /= std::abs(denominator) > 0.05 ? denominator : 0.05;
    }
    return !orthonormalise(next_, vectors_);
  }

  double value() const { return value_; }
  const Vector& vector() const { return vector_; }

 private:
  const RotationSpace& space_;
  std::vector<Vector> vectors_, products_;
  Vector next_, vector_;
  double value_ = 0;
};

}  // namespace

Stability internal_stability(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                             TwoElectronBuilder& builder) {
  const RotationSpace space(problem, orbitals);
  Stability result;
  if (space.size() == 0) return result;
  const int n = problem.basis.functions();
  LowestEigenpair lowest(space);
  for (int done = 0; !done;) {
    SpinMatrices change(problem.spins(), Matrix(n, n));
    on_root(problem.comm, [&] { change = space.density_change(lowest.next()); });
    broadcast(problem.comm, change);
    const SpinMatrices g = builder.build(change);
    ++result.builds;
    on_root(problem.comm, [&] { done = lowest.add(space.hessian_product(lowest.next(), g)); });
    problem.comm.broadcast(std::span<int>(&done, 1));
  }
  result.lowest_eigenvalue = lowest.value();
  problem.comm.broadcast(std::span<double>(&result.lowest_eigenvalue, 1));
  result.stable = result.lowest_eigenvalue >= unstable_below;
  if (!result.stable) {
    result.density.assign(problem.spins(), Matrix(n, n));
    on_root(problem.comm, [&] { result.density = space.rotated_density(rotation * lowest.vector()); });
    broadcast(problem.comm, result.density);
  }
  return result;
}

}  // namespace fockproxy
