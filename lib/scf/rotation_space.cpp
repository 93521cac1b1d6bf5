#include "scf/rotation_space.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "dense/algebra.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {

namespace {

using Index = Eigen::Index;

SpinDense combination(const std::vector<SpinDense>& list, const Vector& coefficients) {
  SpinDense sum = list[0];
  multiply_by(sum, coefficients[0]);
  for (Index i = 1; i < coefficients.size(); ++i) add(sum, coefficients[i], list[static_cast<std::size_t>(i)]);
  return sum;
}

// The dot products of `last` with every vector of `list` and with itself.
Vector dots(const std::vector<SpinDense>& list, const SpinDense& last) {
  std::vector<const SpinDense*> all;
  for (const SpinDense& v : list) all.push_back(&v);
  all.push_back(&last);
  return dots_with_last(all);
}

}  // namespace

double hessian_threshold(const TwoElectronBuilder& builder) { return std::max(builder.threshold(), 1e-5); }

SpinDense response(SpinDense change, double second_spin, TwoElectronBuilder& builder, double threshold) {
  const std::size_t spins = change.size();
  if (spins == 1) {
    change.push_back(change[0]);
    change[1] *= second_spin;
  }
  SpinDense g = builder.build(change, threshold);
  g.resize(spins);
  return g;
}

void multiply_by(SpinDense& vector, double factor) {
  for (DenseMatrix& m : vector) m *= factor;
}

void add(SpinDense& vector, double factor, const SpinDense& other) {
  for (std::size_t s = 0; s < vector.size(); ++s) vector[s].add(factor, other[s]);
}

double norm(const SpinDense& vector) {
  const SpinDense* const one = &vector;
  return std::sqrt(dots_with_last({&one, 1})[0]);
}

RotationSpace::RotationSpace(const HartreeFockProblem& problem, const std::vector<Orbitals>& orbitals)
    : algebra_(problem.algebra), orbitals_(orbitals) {
  for (std::size_t s = 0; s < orbitals.size(); ++s) {
    const Vector& e = orbitals[s].energies;
    const Index m = e.size(), o = problem.occupied[s];
    occupied_.push_back(o);
    first_.push_back(size_);
    size_ += (m - o) * o;
    gaps_.push_back(algebra_.zeros(m, o));
    gaps_.back().for_each([&](Index a, Index i, double& gap) { gap = a < o ? 0 : e[a] - e[i]; });
  }
}

SpinDense RotationSpace::project(const SpinDense& matrices) const {
  SpinDense projected;
  for (std::size_t s = 0; s < orbitals_.size(); ++s) {
    projected.push_back(algebra_.multiply(Op::transposed, orbitals_[s].coefficients, Op::plain,
                                          algebra_.multiply(matrices[s], occupied_orbitals(s))));
    projected[s].for_each([&](Index a, Index, double& element) {
      if (a < occupied_[s]) element = 0;
    });
  }
  return projected;
}

SpinDense RotationSpace::density_change(const SpinDense& k) const {
  SpinDense change;
  for (std::size_t s = 0; s < orbitals_.size(); ++s) {
    const DenseMatrix& c = orbitals_[s].coefficients;
    change.push_back(algebra_.symmetric_part(
        algebra_.multiply(Op::plain, algebra_.multiply(c, k[s]), Op::transposed, occupied_orbitals(s))));
    change.back() *= 2;
  }
  return change;
}

SpinDense RotationSpace::hessian_product(const SpinDense& k, const SpinDense& g) const {
  SpinDense product = project(g);
  for (std::size_t s = 0; s < product.size(); ++s) product[s].local() += gaps_[s].local().cwiseProduct(k[s].local());
  return product;
}

SpinDense RotationSpace::preconditioned(SpinDense v, double value) const {
  for (std::size_t s = 0; s < v.size(); ++s)
    v[s].local() = v[s].local().binaryExpr(gaps_[s].local(), [&](double element, double gap) {
      const double denominator = gap - value;
      return element / (std::abs(denominator) > 0.05 ? denominator : 0.05);
    });
  return v;
}

SpinDense RotationSpace::rotated_density(const SpinDense& k) const {
  SpinDense density;
  for (std::size_t s = 0; s < orbitals_.size(); ++s) {
    DenseMatrix y = k[s];
    y.for_each([&](Index a, Index i, double& element) {
      if (a == i) element = 1;
    });
    auto [overlaps, vectors] =
        algebra_.diagonalise(algebra_.symmetric_part(algebra_.multiply(Op::transposed, y, Op::plain, y)));
    vectors.scale_columns(overlaps.cwiseInverse().cwiseSqrt());
    const DenseMatrix c = algebra_.multiply(orbitals_[s].coefficients, algebra_.multiply(y, vectors));
    density.push_back(algebra_.symmetric_part(algebra_.multiply(Op::plain, c, Op::transposed, c)));
  }
  return density;
}

bool RotationSubspace::orthonormalise(SpinDense& v) const {
  const double length = norm(v);
  if (!(length > 0)) return false;
  multiply_by(v, 1 / length);
  double left = 1;
  for (int pass = 0; pass < 2; ++pass) {
    const Vector overlaps = dots(vectors_, v);
    for (int i = 0; i < size(); ++i) fockproxy::add(v, -overlaps[i], vectors_[static_cast<std::size_t>(i)]);
    const double size = norm(v);
    left *= size;
    if (!(left > 1e-8)) return false;
    multiply_by(v, 1 / size);
  }
  return true;
}

void RotationSubspace::add(SpinDense v, SpinDense product) {
  const Vector row = dots(products_, v);  // <v|A v_i>
  vectors_.push_back(std::move(v));
  products_.push_back(std::move(product));
  const Vector column = components(products_.back());
  const Index n = size();
  hessian_.conservativeResize(n, n);
  hessian_.col(n - 1) = column;
  for (Index i = 0; i < n - 1; ++i) hessian_(i, n - 1) = hessian_(n - 1, i) = (row[i] + column[i]) / 2;
}

Vector RotationSubspace::components(const SpinDense& v) const { return dots(vectors_, v).head(size()); }

SpinDense RotationSubspace::vector(const Vector& coefficients) const { return combination(vectors_, coefficients); }

SpinDense RotationSubspace::product(const Vector& coefficients) const { return combination(products_, coefficients); }

SmallEigenpairs diagonalise_small(const Communicator& comm, const Eigen::MatrixXd& symmetric) {
  SmallEigenpairs pairs{Vector(symmetric.rows()), Eigen::MatrixXd(symmetric.rows(), symmetric.rows())};
  on_root(comm, [&] {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
    if (solver.info() != Eigen::Success) throw ComputationError(not_finite);
    pairs = {solver.eigenvalues(), solver.eigenvectors()};
  });
  comm.broadcast(std::span(pairs.values.data(), static_cast<std::size_t>(pairs.values.size())));
  comm.broadcast(std::span(pairs.vectors.data(), static_cast<std::size_t>(pairs.vectors.size())));
  return pairs;
}

}  // namespace fockproxy
