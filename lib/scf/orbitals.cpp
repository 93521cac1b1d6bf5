#include "scf/orbitals.hpp"

#include <Eigen/Eigenvalues>

#include "support/error.hpp"

namespace fockproxy {

namespace {

// Eigen's tridiagonalisation is written for its own, column-major, default.
using ColumnMatrix = Eigen::MatrixXd;

Eigen::SelfAdjointEigenSolver<ColumnMatrix> diagonalise(const ColumnMatrix& symmetric) {
  Eigen::SelfAdjointEigenSolver<ColumnMatrix> solver(symmetric);
  if (solver.info() != Eigen::Success)
    throw ComputationError("a Fock or overlap matrix cannot be diagonalised: it holds values that are not finite");
  return solver;
}

}  // namespace

Orthogonalization canonical_orthogonalization(const Matrix& overlap, double threshold) {
  const auto solver = diagonalise(overlap);
  const Vector& s = solver.eigenvalues();
  Orthogonalization result;
  result.smallest_eigenvalue = s[0];
  while (result.dropped < s.size() && s[result.dropped] < threshold) ++result.dropped;
  const auto kept = s.size() - result.dropped;
  result.x = solver.eigenvectors().rightCols(kept) * s.tail(kept).cwiseInverse().cwiseSqrt().asDiagonal();
  return result;
}

Orbitals solve_roothaan(const Matrix& fock, const Matrix& x) {
  const auto solver = diagonalise(x.transpose() * fock * x);
  return {x * solver.eigenvectors(), solver.eigenvalues()};
}

Matrix density_of(const Orbitals& orbitals, int occupied) {
  const auto c = orbitals.coefficients.leftCols(occupied);
  return c * c.transpose();
}

}  // namespace fockproxy
