#include "dense/whole_matrix.hpp"

namespace fockproxy {

namespace {

template <class AnyMatrix>
std::span<double> elements(AnyMatrix& m) { return {m.data(), static_cast<std::size_t>(m.size())}; }

// What of rows first, first + 1, ... one rank of the grid has.
struct Part {
  CyclicIndex row_index, column_index;  // of the whole matrix, as that rank sees it
  Eigen::Index first, rows;             // of its own

  Eigen::Index size() const { return rows * column_index.local_size(); }
  // f(row below `from`, column, element) for all of them, in the order of `elements`, column by column.
  template <class Elements, class F>
  void for_each(Eigen::Index from, Elements& elements, F f) const {
    auto element = std::begin(elements);
    for (Eigen::Index j = 0; j < column_index.local_size(); ++j)
      for (Eigen::Index i = 0; i < rows; ++i)
        f(row_index.global(first + i) - from, column_index.global(j), *element++);
  }
};

Part part_of(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, int rank) {
  const ProcessGrid& grid = matrix.grid();
  const bool member = rank < grid.rows() * grid.columns();
  const CyclicIndex rows(matrix.rows(), grid.block(), grid.rows(), member ? rank / grid.columns() : -1);
  const CyclicIndex columns(matrix.columns(), grid.block(), grid.columns(), member ? rank % grid.columns() : -1);
  const auto its_first = rows.local_before(first);
  return {rows, columns, its_first, rows.local_before(first + count) - its_first};
}

}  // namespace

Matrix rows_on_root(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count) {
  const Communicator& comm = matrix.grid().comm();
  const Part own = part_of(matrix, first, count, comm.rank());
  const ColumnMatrix mine = matrix.local().middleRows(own.first, own.rows);
  const auto lists = comm.gather_lists(std::span(mine.data(), static_cast<std::size_t>(mine.size())));
  if (!comm.is_root()) return {};
  Matrix rows(count, matrix.columns());
  for (int r = 0; r < comm.size(); ++r)
    part_of(matrix, first, count, r).for_each(first, lists[static_cast<std::size_t>(r)],
                                              [&](auto i, auto j, double element) { rows(i, j) = element; });
  return rows;
}

void set_rows_from_root(DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, const Matrix& rows) {
  const Communicator& comm = matrix.grid().comm();
  std::vector<std::vector<double>> lists;
  for (int r = 0; comm.is_root() && r < comm.size(); ++r) {
    const Part part = part_of(matrix, first, count, r);
    lists.emplace_back(static_cast<std::size_t>(part.size()));
    part.for_each(first, lists.back(), [&](auto i, auto j, double& element) { element = rows(i, j); });
  }
  const Part own = part_of(matrix, first, count, comm.rank());
  ColumnMatrix mine(own.rows, own.column_index.local_size());
  comm.scatter_lists(lists, elements(mine));
  matrix.local().middleRows(own.first, own.rows) = mine;
}

// Every rank has all of the sums for a moment, and keeps its own.
void add_up_rows(DenseMatrix& matrix, Eigen::Index first, Matrix& rows) {
  const Communicator& comm = matrix.grid().comm();
  comm.reduce_all(elements(rows), MPI_SUM);
  const Part own = part_of(matrix, first, rows.rows(), comm.rank());
  auto mine = matrix.local().middleRows(own.first, own.rows);
  for (Eigen::Index j = 0; j < mine.cols(); ++j)
    for (Eigen::Index i = 0; i < mine.rows(); ++i)
      mine(i, j) = rows(own.row_index.global(own.first + i) - first, own.column_index.global(j));
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
