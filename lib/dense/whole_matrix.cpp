#include "dense/whole_matrix.hpp"

namespace fockproxy {

namespace {

std::span<double> elements(Matrix& m) { return {m.data(), static_cast<std::size_t>(m.size())}; }

// The index of one dimension as another rank of the grid has it.
CyclicIndex seen_from(const CyclicIndex& index, const ProcessGrid& grid, int processes, int process) {
  return {index.size(), grid.block(), processes, process};
}

// What of `panel`, rows from `first` on, is this rank's.
void take_own(DenseMatrix& matrix, Eigen::Index first, const Matrix& panel) {
  const CyclicIndex &rows = matrix.row_index(), &columns = matrix.column_index();
  const auto begin = rows.local_before(first), end = rows.local_before(first + panel.rows());
  for (Eigen::Index j = 0; j < matrix.local().cols(); ++j)
    for (auto i = begin; i < end; ++i) matrix.local()(i, j) = panel(rows.global(i) - first, columns.global(j));
}

}  // namespace

Matrix rows_on_root(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count) {
  const ProcessGrid& grid = matrix.grid();
  const auto begin = matrix.row_index().local_before(first), end = matrix.row_index().local_before(first + count);
  const ColumnMatrix mine = matrix.local().middleRows(begin, end - begin);
  const auto parts = grid.comm().gather_lists(std::span(mine.data(), static_cast<std::size_t>(mine.size())));
  if (!grid.comm().is_root()) return {};
  Matrix rows(count, matrix.columns());
  for (int r = 0; r < grid.rows(); ++r)
    for (int c = 0; c < grid.columns(); ++c) {
      const CyclicIndex row_index = seen_from(matrix.row_index(), grid, grid.rows(), r);
      const CyclicIndex column_index = seen_from(matrix.column_index(), grid, grid.columns(), c);
      const auto its_first = row_index.local_before(first);
      const auto& part = parts[static_cast<std::size_t>(r * grid.columns() + c)];
      const Eigen::Map<const ColumnMatrix> block(part.data(), row_index.local_before(first + count) - its_first,
                                                 column_index.local_size());
      for (Eigen::Index j = 0; j < block.cols(); ++j)
        for (Eigen::Index i = 0; i < block.rows(); ++i)
          rows(row_index.global(its_first + i) - first, column_index.global(j)) = block(i, j);
    }
  return rows;
}

void set_rows_from_root(DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, const Matrix& rows) {
  Matrix panel = matrix.grid().comm().is_root() ? rows : Matrix(count, matrix.columns());
  matrix.grid().comm().broadcast(elements(panel));
  take_own(matrix, first, panel);
}

void add_up_rows(DenseMatrix& matrix, Eigen::Index first, Matrix& rows) {
  matrix.grid().comm().reduce_all(elements(rows), MPI_SUM);
  take_own(matrix, first, rows);
}

Matrix whole_on_root(const DenseMatrix& matrix) { return rows_on_root(matrix, 0, matrix.rows()); }

Matrix whole(const DenseMatrix& matrix) {
  Matrix all = whole_on_root(matrix);
  all.resize(matrix.rows(), matrix.columns());
  matrix.grid().comm().broadcast(elements(all));
  return all;
}

DenseMatrix distributed(const ProcessGrid& grid, const Matrix& whole) {
  DenseMatrix matrix(grid, whole.rows(), whole.cols());
  matrix.for_each([&](Eigen::Index i, Eigen::Index j, double& element) { element = whole(i, j); });
  return matrix;
}

SpinMatrices whole(const SpinDense& matrices) {
  SpinMatrices all;
  for (const DenseMatrix& m : matrices) all.push_back(whole(m));
  return all;
}

SpinDense distributed(const ProcessGrid& grid, const SpinMatrices& whole) {
  SpinDense matrices;
  for (const Matrix& m : whole) matrices.push_back(distributed(grid, m));
  return matrices;
}

}  // namespace fockproxy
