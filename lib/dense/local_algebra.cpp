// Eigen on rank 0: best where matrices are small.
#include <Eigen/Eigenvalues>

#include "dense/algebra.hpp"
#include "dense/not_finite.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {

namespace {

class LocalAlgebra final : public Algebra {
 public:
  // One block, so that rank 0's part is the matrix as it is.
  explicit LocalAlgebra(const Communicator& comm) : Algebra(ProcessGrid(comm, 1, 1, 1 << 30)) {}

  using Algebra::multiply;
  DenseMatrix multiply(Op op_a, const DenseMatrix& a, Op op_b, const DenseMatrix& b) override {
    DenseMatrix product = zeros(op_a == Op::plain ? a.rows() : a.columns(), op_b == Op::plain ? b.columns() : b.rows());
    if (!grid().is_member()) return product;
    if (op_a == Op::plain && op_b == Op::plain) product.local().noalias() = a.local() * b.local();
    else if (op_b == Op::plain) product.local().noalias() = a.local().transpose() * b.local();
    else if (op_a == Op::plain) product.local().noalias() = a.local() * b.local().transpose();
    else product.local().noalias() = a.local().transpose() * b.local().transpose();
    return product;
  }

  DenseMatrix transpose(const DenseMatrix& matrix) override {
    DenseMatrix result = zeros(matrix.columns(), matrix.rows());
    if (grid().is_member()) result.local() = matrix.local().transpose();
    return result;
  }

  Eigenpairs diagonalise(const DenseMatrix& symmetric) override {
    const auto n = symmetric.rows();
    Eigenpairs pairs{Vector(n), zeros(n, n)};
    on_root(grid().comm(), [&] {
      if (n == 0) return;
      const Eigen::SelfAdjointEigenSolver<ColumnMatrix> solver(symmetric.local());
      if (solver.info() != Eigen::Success) throw ComputationError(not_finite);
      pairs.values = solver.eigenvalues();
      pairs.vectors.local() = solver.eigenvectors();
    });
    grid().comm().broadcast(std::span(pairs.values.data(), static_cast<std::size_t>(n)));
    return pairs;
  }
};

}  // namespace

std::unique_ptr<Algebra> make_local_algebra(const Communicator& comm) { return std::make_unique<LocalAlgebra>(comm); }

}  // namespace fockproxy
