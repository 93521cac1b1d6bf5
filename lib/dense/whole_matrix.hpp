// Distributed matrices and whole ones, or some rows of them.
#pragma once

#include "dense/dense_matrix.hpp"

namespace fockproxy {

// All are collective unless marked local.

// Rows first, first + 1, ... on rank 0; nothing elsewhere.
Matrix rows_on_root(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count);
// The other way; each rank gets what it owns. `rows`: on rank 0, count x columns; not looked at elsewhere.
void set_rows_from_root(DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, const Matrix& rows);
// Sets rows from `first` on to the sums over ranks of `rows`, which has as many on each.
void add_up_rows(DenseMatrix& matrix, Eigen::Index first, Matrix& rows);
// f(first, count) for panels of rows, one after the other, that are small beside a large matrix. Local.
template <class F>
void for_panels(const DenseMatrix& matrix, F f) {
  constexpr Eigen::Index elements = Eigen::Index{1} << 20;
  const Eigen::Index panel = std::max<Eigen::Index>(1, elements / std::max<Eigen::Index>(1, matrix.columns()));
  for (Eigen::Index first = 0; first < matrix.rows(); first += panel) f(first, std::min(panel, matrix.rows() - first));
}

// For matrices that are small enough: on rank 0 (empty elsewhere), and on every rank.
Matrix whole_on_root(const DenseMatrix& matrix);
Matrix whole(const DenseMatrix& matrix);
SpinMatrices whole(const SpinDense& matrices);
// Local: this rank's part of a matrix that every rank has whole.
DenseMatrix distributed(const ProcessGrid& grid, const Matrix& whole);
SpinDense distributed(const ProcessGrid& grid, const SpinMatrices& whole);

}  // namespace fockproxy
