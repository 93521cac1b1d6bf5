// Conversions between distributed matrices and whole matrices, or some of their rows.
#pragma once

#include "dense/dense_matrix.hpp"

namespace fockproxy {

// All functions are collective unless marked local.

// Rows first, first + 1, ... on rank 0; empty on other ranks.
Matrix rows_on_root(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count);
// The inverse; each rank gets the elements that it owns. `rows`: count x columns on rank 0, unused on other ranks.
void set_rows_from_root(DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, const Matrix& rows);
// Sets the rows from `first` on to the sums of `rows` over the ranks. `rows` has the same size on each rank.
void add_up_rows(DenseMatrix& matrix, Eigen::Index first, Matrix& rows);
// Calls f(first, count) for consecutive panels of rows that are small beside a large matrix. Local.
template <class F>
void for_panels(const DenseMatrix& matrix, F f) {
  constexpr Eigen::Index elements = Eigen::Index{1} << 20;
  const Eigen::Index panel = std::max<Eigen::Index>(1, elements / std::max<Eigen::Index>(1, matrix.columns()));
  for (Eigen::Index first = 0; first < matrix.rows(); first += panel) f(first, std::min(panel, matrix.rows() - first));
}

// For matrices that are small enough: the whole matrix on rank 0 (empty on other ranks), or on every rank.
Matrix whole_on_root(const DenseMatrix& matrix);
Matrix whole(const DenseMatrix& matrix);
SpinMatrices whole(const SpinDense& matrices);
// Local. This rank's part of a matrix that every rank has as a whole.
DenseMatrix distributed(const ProcessGrid& grid, const Matrix& whole);
SpinDense distributed(const ProcessGrid& grid, const SpinMatrices& whole);

}  // namespace fockproxy
