// Rank 0 alone, with Eigen for the instruction set of the processor: best for small matrices.
#include "dense/algebra.hpp"
#include "dense/dense_kernels.hpp"
#include "parallel/agreement.hpp"

namespace fockproxy {

namespace {

class LocalAlgebra final : public Algebra {
 public:
  // One block, so that rank 0 has the whole matrix.
  LocalAlgebra(const Communicator& comm, const DenseKernels& kernels)
      : Algebra(ProcessGrid(comm, 1, 1, 1 << 30)), kernels_(kernels) {}

  using Algebra::diagonalise;
  using Algebra::multiply;

  DenseMatrix multiply(Op op_a, const DenseMatrix& a, Op op_b, const DenseMatrix& b) override {
    DenseMatrix product = zeros(op_a == Op::plain ? a.rows() : a.columns(), op_b == Op::plain ? b.columns() : b.rows());
    if (grid().is_member())
      kernels_.multiply(product.local().data(), product.rows(), product.columns(),
                        op_a == Op::plain ? a.columns() : a.rows(), {a.local().data(), op_a == Op::transposed},
                        {b.local().data(), op_b == Op::transposed});
    return product;
  }

  DenseMatrix transpose(const DenseMatrix& matrix) override {
    DenseMatrix result = zeros(matrix.columns(), matrix.rows());
    if (grid().is_member()) result.local() = matrix.local().transpose();
    return result;
  }

  Eigenpairs diagonalise(const DenseMatrix& symmetric, DenseMatrix::Index count) override {
    const auto n = symmetric.rows();
    Eigenpairs pairs{Vector(count), zeros(n, count)};
    on_root(grid().comm(), [&] {
      const ColumnMatrix& matrix = symmetric.local();
      if (!matrix.allFinite() ||
          !kernels_.lowest_eigenpairs(matrix.data(), n, count, pairs.values.data(), pairs.vectors.local().data()))
        throw ComputationError(not_finite);
    });
    grid().comm().broadcast(std::span(pairs.values.data(), static_cast<std::size_t>(count)));
    return pairs;
  }

 private:
  const DenseKernels& kernels_;
};

}  // namespace

std::unique_ptr<Algebra> make_local_algebra(const Communicator& comm, std::string_view simd) {
  return std::make_unique<LocalAlgebra>(comm, dense_kernels(simd));
}

}  // namespace fockproxy
