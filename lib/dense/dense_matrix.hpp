// A dense matrix in block-cyclic distribution over a grid of processes. No rank holds all of it.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "dense/process_grid.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Column-major, as in LAPACK and Eigen's decompositions.
using ColumnMatrix = Eigen::MatrixXd;

// A value type: a copy has its own elements. Members are local. Elementwise operations need matrices of one shape on
// one grid. Not thread-safe.
class DenseMatrix {
 public:
  using Index = Eigen::Index;

  DenseMatrix() = default;                                          // empty
  DenseMatrix(const ProcessGrid& grid, Index rows, Index columns);  // all elements zero

  Index rows() const { return rows_.size(); }
  Index columns() const { return columns_.size(); }
  const ProcessGrid& grid() const { return grid_; }
  const CyclicIndex& row_index() const { return rows_; }
  const CyclicIndex& column_index() const { return columns_; }

  // The elements of this rank.
  ColumnMatrix& local() { return local_; }
  const ColumnMatrix& local() const { return local_; }
  // Calls f(row, column, element) for each of them, with row and column of the whole matrix.
  template <class F>
  void for_each(F f) {
    visit(*this, f);
  }
  template <class F>
  void for_each(F f) const {
    visit(*this, f);
  }

  DenseMatrix& operator+=(const DenseMatrix& other) { return add(1, other); }
  DenseMatrix& operator-=(const DenseMatrix& other) { return add(-1, other); }
  DenseMatrix& operator*=(double factor) {
    local_ *= factor;
    return *this;
  }
  DenseMatrix& add(double factor, const DenseMatrix& other) {
    assert(rows() == other.rows() && columns() == other.columns() && local_.size() == other.local_.size());
    local_ += factor * other.local_;
    return *this;
  }
  void scale_columns(const Vector& factors);  // one factor per column of the whole matrix, the same on every rank
  DenseMatrix leading_columns(Index count) const;

 private:
  template <class Self, class F>
  static void visit(Self& self, F f) {
    for (Index j = 0; j < self.local_.cols(); ++j)
      for (Index i = 0; i < self.local_.rows(); ++i)
        f(self.rows_.global(i), self.columns_.global(j), self.local_(i, j));
  }

  ProcessGrid grid_;
  CyclicIndex rows_, columns_;
  ColumnMatrix local_;
};

// One matrix for a restricted calculation, two (alpha, beta) for an unrestricted one.
using SpinDense = std::vector<DenseMatrix>;

// The functions below are collective, and their results are bitwise the same on every rank.
double dot(const DenseMatrix& a, const DenseMatrix& b);  // sum_ij A_ij B_ij
// The dot product of each vector with the last one, in one communication. A vector is a list of matrices.
Vector dots_with_last(std::span<const SpinDense* const> vectors);
double largest_element(const SpinDense& matrices);  // absolute; NaN if an element is not a number
// A hash of all bits of all elements and of their places. It does not depend on the distribution over ranks.
std::uint64_t hash_of(const SpinDense& matrices);

}  // namespace fockproxy
