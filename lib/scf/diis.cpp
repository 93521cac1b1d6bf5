#include "scf/diis.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace fockproxy {

TransformedFock transformed_fock(Algebra& algebra, const DenseMatrix& fock, const DenseMatrix& density,
                                 const Orthogonalization& orthogonal) {
  const DenseMatrix half = algebra.multiply(Op::transposed, orthogonal.x, Op::plain, fock);
  DenseMatrix error = algebra.multiply(half, algebra.multiply(density, orthogonal.sx));
  error -= algebra.transpose(error);
  return {algebra.symmetric_part(algebra.multiply(half, orthogonal.x)), std::move(error)};
}

void Diis::add(SpinDense fock, SpinDense error) {
  entries_.push_back({std::move(fock), std::move(error), {}});
  if (entries() > size_) entries_.pop_front();
}

// Adds the missing dot products of every error with the errors before it. After a checkpoint this concerns the whole
// subspace, otherwise only the last error.
void Diis::complete_dots() {
  std::vector<const SpinDense*> errors;
  for (DiisEntry& entry : entries_) {
    errors.push_back(&entry.error);
    if (entry.dots.size() == 0) entry.dots = dots_with_last(errors);
  }
}

Vector Diis::coefficients() const {
  // Solves [B 1; 1^T 0] [c; -lambda] = [0; 1]. The rows and columns of B are scaled to a unit diagonal, because the
  // errors differ by many orders of magnitude.
  const int n = entries();
  Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(n + 1, n + 1);
  for (int i = 0; i < n; ++i) equations.row(i).head(i + 1) = entries_[i].dots.tail(i + 1);
  Vector scale(n);
  for (int i = 0; i < n; ++i) {
    const double norm = std::sqrt(equations(i, i));
    scale[i] = norm > 0 ? 1 / norm : 1;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) equations(i, j) = equations(j, i) = scale[i] * scale[j] * equations(i, j);
    equations(i, n) = equations(n, i) = scale[i] / scale.maxCoeff();
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(equations);
  if (n > 1 && solver.rcond() < 1e-14) return {};
  Vector solution = solver.solve(Vector::Unit(n + 1, n)).head(n).cwiseProduct(scale);
  return solution / solution.sum();
}

SpinDense Diis::extrapolate() {
  complete_dots();
  const Vector& last = entries_.back().dots;
  if (last[last.size() - 1] == 0) return entries_.back().fock;
  Vector c = coefficients();
  while (c.size() == 0) {
    entries_.pop_front();
    c = coefficients();
  }
  SpinDense fock = entries_[0].fock;
  for (std::size_t k = 0; k < fock.size(); ++k) {
    fock[k] *= c[0];
    for (int i = 1; i < entries(); ++i) fock[k].add(c[i], entries_[i].fock[k]);
  }
  return fock;
}

}  // namespace fockproxy
