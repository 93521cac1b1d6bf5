// The kernels over Eigen, for the instruction set that the including file is compiled for.
//
// The including file first defines its own name for `Eigen`. Otherwise Eigen's templates would be the same functions in
// every file, and the linker would keep one copy for the whole program. That copy might use an instruction set that the
// processor lacks. For the same reason this file uses no templates of the standard library.
#pragma once

#include <Eigen/Eigenvalues>

#include "dense/dense_kernels.hpp"

#if defined(FOCKPROXY_HAS_LAPACK)
extern "C" void dstemr_(const char* job, const char* range, const int* n, double* d, double* e, const double* lowest,
                        const double* highest, const int* first, const int* last, int* found, double* w, double* z,
                        const int* ldz, const int* columns, int* support, int* try_accuracy, double* work,
                        const int* lwork, int* iwork, const int* liwork, int* info);
#endif

namespace fockproxy {

namespace {

using Eigen::Index;
using ColumnMajor = Eigen::MatrixXd;
using Constant = Eigen::Map<const ColumnMajor>;
using Variable = Eigen::Map<ColumnMajor>;

template <class C, class A, class B>
void multiply(C& c, const A& a, bool a_transposed, const B& b, bool b_transposed) {
  if (a_transposed && b_transposed) c.noalias() = a.transpose() * b.transpose();
  else if (a_transposed) c.noalias() = a.transpose() * b;
  else if (b_transposed) c.noalias() = a * b.transpose();
  else c.noalias() = a * b;
}

void multiply(double* to, long rows, long columns, long inner, Factor left, Factor right) {
  Variable c(to, rows, columns);
  const Constant a(left.elements, left.transposed ? inner : rows, left.transposed ? rows : inner);
  const Constant b(right.elements, right.transposed ? columns : inner, right.transposed ? inner : columns);
  // Small products and those with vectors are summed in place, in an order that depends on the alignment of their
  // memory. Copies always have the same alignment. Other products are packed first.
  constexpr long small = 32;
  if (rows < 2 || columns < 2 || rows + columns + inner < small) {
    ColumnMajor product(rows, columns);
    multiply(product, ColumnMajor(a), left.transposed, ColumnMajor(b), right.transposed);
    c = product;
  } else {
    multiply(c, a, left.transposed, b, right.transposed);
  }
}

bool all_eigenpairs(const Constant& matrix, Index count, Variable& values, Variable& vectors) {
  const Eigen::SelfAdjointEigenSolver<ColumnMajor> solver(matrix);
  if (solver.info() != Eigen::Success) return false;
  values = solver.eigenvalues().head(count);
  vectors = solver.eigenvectors().leftCols(count);
  return true;
}

#if defined(FOCKPROXY_HAS_LAPACK)
bool few_eigenpairs(const Constant& matrix, Index count, Variable& values, Variable& vectors) {
  const Eigen::Tridiagonalization<ColumnMajor> tridiagonal(matrix);
  const int n = static_cast<int>(matrix.rows()), first = 1, last = static_cast<int>(count);
  const int doubles = 18 * n, integers = 10 * n;
  Eigen::VectorXd diagonal = tridiagonal.diagonal(), beside(n), found_values(n), work(doubles);
  beside.head(n - 1) = tridiagonal.subDiagonal();
  Eigen::VectorXi support(2 * last), iwork(integers);
  ColumnMajor found_vectors(n, count);
  const double unused = 0;
  int found = 0, accurate = 1, info = 0;
  dstemr_("V", "I", &n, diagonal.data(), beside.data(), &unused, &unused, &first, &last, &found, found_values.data(),
          found_vectors.data(), &n, &last, support.data(), &accurate, work.data(), &doubles, iwork.data(), &integers,
          &info);
  if (info != 0 || found != last) return false;
  values = found_values.head(count);
  vectors.noalias() = tridiagonal.matrixQ() * found_vectors;
  return true;
}
#endif

bool lowest_eigenpairs(const double* symmetric, long size, long count, double* to_values, double* to_vectors) {
  const Constant matrix(symmetric, size, size);
  Variable values(to_values, count, 1), vectors(to_vectors, size, count);
  if (count == 0) return true;
#if defined(FOCKPROXY_HAS_LAPACK)
  if (2 * count <= size && few_eigenpairs(matrix, count, values, vectors)) return true;
#endif
  return all_eigenpairs(matrix, count, values, vectors);
}

}  // namespace

}  // namespace fockproxy
