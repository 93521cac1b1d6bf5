#include "scf/eigenpairs.hpp"

#include <Eigen/Eigenvalues>

#include "support/error.hpp"

namespace fockproxy {

Eigenpairs diagonalise(const ColumnMatrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<ColumnMatrix> solver(symmetric);
  if (solver.info() != Eigen::Success)
    throw ComputationError(
        "a Fock, overlap or Hessian matrix cannot be diagonalised: it holds values that are not finite");
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace fockproxy
