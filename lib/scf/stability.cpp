#include "scf/stability.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "dense/not_finite.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {

namespace {

using Index = Eigen::Index;

constexpr double residual_tolerance = 2e-3;
constexpr double unstable_below = -1e-4;  // rotations that change nothing have eigenvalues of zero, give or take
constexpr double rotation = 0.4;          // radian, along the unstable mode
constexpr int max_vectors = 40;

// Rotations of the occupied orbitals into the virtual ones, every spin's in one vector: orbitals x occupied matrices
// whose upper rows, of occupied orbitals, are zero.
class RotationSpace {
 public:
  RotationSpace(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals)
      : algebra_(problem.algebra), orbitals_(orbitals) {
    for (std::size_t s = 0; s < orbitals.size(); ++s) {
      const Index m = orbitals[s].energies.size();
      occupied_.push_back(problem.occupied[s]);
      first_.push_back(size_);
      size_ += (m - occupied_[s]) * occupied_[s];
      gaps_.push_back(algebra_.zeros(m, occupied_[s]));
    }
    for_each(gaps_, [&](Index, std::size_t s, Index a, Index i, double& gap) {
      gap = orbitals_[s].energies[a] - orbitals_[s].energies[i];
    });
  }

  Index size() const { return size_; }
  const SpinDense& gaps() const { return gaps_; }  // e_a - e_i

  // f(number in the vector, spin, a, i, element) for each of this rank's.
  template <class F>
  void for_each(SpinDense& vector, F f) const {
    for (std::size_t s = 0; s < vector.size(); ++s) {
      const Index o = occupied_[s], virtuals = vector[s].rows() - o;
      vector[s].for_each([&](Index a, Index i, double& element) {
        if (a >= o) f(first_[s] + i * virtuals + a - o, s, a, i, element);
      });
    }
  }

  // First-order change of the density, C_v k C_o^T + transpose.
  SpinDense density_change(const SpinDense& k) const {
    SpinDense change;
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      const DenseMatrix& c = orbitals_[s].coefficients;
      change.push_back(algebra_.symmetric_part(
          algebra_.multiply(Op::plain, algebra_.multiply(c, k[s]), Op::transposed, occupied_orbitals(s))));
      change.back() *= 2;
    }
    return change;
  }

  // (e_a - e_i) k_ai + (C_v^T G[change] C_o)_ai
  SpinDense hessian_product(const SpinDense& k, const SpinDense& g) const {
    SpinDense product;
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      const DenseMatrix& c = orbitals_[s].coefficients;
      product.push_back(
          algebra_.multiply(Op::transposed, c, Op::plain, algebra_.multiply(g[s], occupied_orbitals(s))));
      product[s].for_each([&](Index a, Index, double& element) {
        if (a < occupied_[s]) element = 0;
      });
      product[s].local() += gaps_[s].local().cwiseProduct(k[s].local());
    }
    return product;
  }

  // Of the orbitals C_o + C_v k, orthonormalised (Lowdin, J. Chem. Phys. 18, 365, 1950).
  SpinDense rotated_density(const SpinDense& k) const {
    SpinDense density;
    for (std::size_t s = 0; s < orbitals_.size(); ++s) {
      DenseMatrix y = k[s];
      y.for_each([&](Index a, Index i, double& element) {
        if (a == i) element = 1;
      });
      auto [overlaps, vectors] = algebra_.diagonalise(
          algebra_.symmetric_part(algebra_.multiply(Op::transposed, y, Op::plain, y)));
      vectors.scale_columns(overlaps.cwiseInverse().cwiseSqrt());
      const DenseMatrix c = algebra_.multiply(orbitals_[s].coefficients, algebra_.multiply(y, vectors));
      density.push_back(algebra_.symmetric_part(algebra_.multiply(Op::plain, c, Op::transposed, c)));
    }
    return density;
  }

 private:
  DenseMatrix occupied_orbitals(std::size_t s) const { return orbitals_[s].coefficients.leading_columns(occupied_[s]); }

  Algebra& algebra_;
  const std::vector<Orbitals>& orbitals_;
  std::vector<Index> occupied_, first_;
  Index size_ = 0;
  SpinDense gaps_;
};

void multiply_by(SpinDense& v, double factor) {
  for (DenseMatrix& m : v) m *= factor;
}
void add(SpinDense& v, double factor, const SpinDense& other) {
  for (std::size_t s = 0; s < v.size(); ++s) v[s].add(factor, other[s]);
}
double norm(const SpinDense& v) {
  const SpinDense* const one = &v;
  return std::sqrt(dots_with_last({&one, 1})[0]);
}

// Of every vector of `list`, and of `last` itself, with `last`.
Vector dots(const std::vector<SpinDense>& list, const SpinDense& last) {
  std::vector<const SpinDense*> all;
  for (const SpinDense& v : list) all.push_back(&v);
  all.push_back(&last);
  return dots_with_last(all);
}

// Makes `v` a unit vector orthogonal to the orthonormal `basis`; false when nothing is left of it.
bool orthonormalise(SpinDense& v, const std::vector<SpinDense>& basis) {
  multiply_by(v, 1 / norm(v));
  double left = 1;
  for (int pass = 0; pass < 2; ++pass) {
    const Vector overlaps = dots(basis, v);
    for (std::size_t i = 0; i < basis.size(); ++i) add(v, -overlaps[static_cast<Index>(i)], basis[i]);
    const double size = norm(v);
    left *= size;
    if (!(left > 1e-8)) return false;
    multiply_by(v, 1 / size);
  }
  return true;
}

// Davidson's subspace.
class LowestEigenpair {
 public:
  LowestEigenpair(const Communicator& comm, const RotationSpace& space)
      : comm_(comm), space_(space), next_(space.gaps()) {
    // Large on small gaps, with a part of every symmetry: a start without the unstable mode's would never find it.
    space.for_each(next_, [](Index n, std::size_t, Index, Index, double& element) {
      const double gap = std::max(element, 0.05);
      element = std::fmod(static_cast<double>(n + 1) * std::numbers::phi, 1.0) / (gap * gap);
    });
    multiply_by(next_, 1 / norm(next_));
  }

  const SpinDense& next() const { return next_; }

  // Takes the Hessian's product with next(). True when done; the same on every rank.
  bool add_product(const SpinDense& product) {
    const Vector row = dots(products_, next_);  // <next|A v> of the vectors before
    vectors_.push_back(next_);
    products_.push_back(product);
    const Vector column = dots(vectors_, product);
    const auto n = static_cast<Index>(vectors_.size());
    small_.conservativeResize(n, n);
    small_.row(n - 1).head(n - 1) = row.head(n - 1);
    small_.col(n - 1) = column.head(n);
    const Vector coefficients = lowest_of_small();
    vector_ = vectors_[0];
    multiply_by(vector_, 0);
    SpinDense residual = vector_;
    for (Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      add(vector_, coefficients[i], vectors_[at]);
      add(residual, coefficients[i], products_[at]);
      add(residual, -coefficients[i] * value_, vectors_[at]);
    }
    if (norm(residual) < residual_tolerance || n == space_.size() || n == max_vectors) return true;
    next_ = residual;
    for (std::size_t s = 0; s < next_.size(); ++s)
      next_[s].local() = next_[s].local().binaryExpr(space_.gaps()[s].local(), [&](double r, double gap) {
        const double denominator = gap - value_;
        return r / (std::abs(denominator) > 0.05 ? denominator : 0.05);
      });
    return !orthonormalise(next_, vectors_);
  }

  double value() const { return value_; }
  const SpinDense& vector() const { return vector_; }

 private:
  // Sets the value; gives the coefficients of the vector.
  Vector lowest_of_small() {
    Vector found(small_.rows() + 1);
    on_root(comm_, [&] {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver((small_ + small_.transpose()) / 2);
      if (solver.info() != Eigen::Success) throw ComputationError(not_finite);
      found << solver.eigenvectors().col(0), solver.eigenvalues()[0];
    });
    comm_.broadcast(std::span(found.data(), static_cast<std::size_t>(found.size())));
    value_ = found[small_.rows()];
    return found.head(small_.rows());
  }

  const Communicator& comm_;
  const RotationSpace& space_;
  std::vector<SpinDense> vectors_, products_;
  Eigen::MatrixXd small_;  // of the Hessian, in the space of the vectors
  SpinDense next_, vector_;
  double value_ = 0;
};

}  // namespace

Stability internal_stability(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals,
                             TwoElectronBuilder& builder) {
  const RotationSpace space(problem, orbitals);
  Stability result;
  if (space.size() == 0) return result;
  LowestEigenpair lowest(problem.comm(), space);
  for (bool done = false; !done;) {
    const SpinDense g = builder.build(space.density_change(lowest.next()));
    ++result.builds;
    done = lowest.add_product(space.hessian_product(lowest.next(), g));
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
