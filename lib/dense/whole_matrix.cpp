#include "dense/whole_matrix.hpp"

namespace fockproxy {

namespace {

template <class AnyMatrix>
std::span<double> elements(AnyMatrix& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}

// The part of the rows first, first + 1, ... that one rank of the grid has.
struct Part {
  CyclicIndex row_index, column_index;  // index maps of the whole matrix for that rank
  Eigen::Index from;                    // the first row
  Eigen::Index first, rows;             // its first local row, and the number of its rows

  // Calls f(row relative to the first, column, element) for all its elements; `own` has its rows x its local columns.
  template <class Own, class F>
  void for_each(Own& own, F f) const {
    for (Eigen::Index j = 0; j < own.cols(); ++j)
      for (Eigen::Index i = 0; i < own.rows(); ++i)
        f(row_index.global(first + i) - from, column_index.global(j), own(i, j));
  }
  // Its part of `panel`, which has all of these rows.
  ColumnMatrix of(const Matrix& panel) const {
    ColumnMatrix own(rows, column_index.local_size());
    for_each(own, [&](auto i, auto j, double& element) { element = panel(i, j); });
    return own;
  }
};

Part part_of(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, int rank) {
  const ProcessGrid& grid = matrix.grid();
  const bool member = rank < grid.rows() * grid.columns();
  const CyclicIndex rows(matrix.rows(), grid.block(), grid.rows(), member ? rank / grid.columns() : -1);
  const CyclicIndex columns(matrix.columns(), grid.block(), grid.columns(), member ? rank % grid.columns() : -1);
  const auto its_first = rows.local_before(first);
  return {rows, columns, first, its_first, rows.local_before(first + count) - its_first};
}

}  // namespace

Matrix rows_on_root(const DenseMatrix& matrix, Eigen::Index first, Eigen::Index count) {
  const Communicator& comm = matrix.grid().comm();
  const Part own = part_of(matrix, first, count, comm.rank());
  const ColumnMatrix mine = matrix.local().middleRows(own.first, own.rows);
  const auto lists = comm.gather_lists(std::span(mine.data(), static_cast<std::size_t>(mine.size())));
  if (!comm.is_root()) return {};
  Matrix rows(count, matrix.columns());
  for (int r = 0; r < comm.size(); ++r) {
    const Part part = part_of(matrix, first, count, r);
    const Eigen::Map<const ColumnMatrix> its(lists[static_cast<std::size_t>(r)].data(), part.rows,
                                             part.column_index.local_size());
    part.for_each(its, [&](auto i, auto j, double element) { rows(i, j) = element; });
  }
  return rows;
}

void set_rows_from_root(DenseMatrix& matrix, Eigen::Index first, Eigen::Index count, const Matrix& rows) {
  const Communicator& comm = matrix.grid().comm();
  std::vector<std::vector<double>> lists;
  for (int r = 0; comm.is_root() && r < comm.size(); ++r) {
    const ColumnMatrix its = part_of(matrix, first, count, r).of(rows);
    lists.emplace_back(its.data(), its.data() + its.size());
  }
  const Part own = part_of(matrix, first, count, comm.rank());
  ColumnMatrix mine(own.rows, own.column_index.local_size());
  comm.scatter_lists(lists, elements(mine));
  matrix.local().middleRows(own.first, own.rows) = mine;
}

// For a moment every rank has all the sums; then it keeps its own.
void add_up_rows(DenseMatrix& matrix, Eigen::Index first, Matrix& rows) {
  const Communicator& comm = matrix.grid().comm();
  comm.reduce_all(elements(rows), MPI_SUM);
  const Part own = part_of(matrix, first, rows.rows(), comm.rank());
  matrix.local().middleRows(own.first, own.rows) = own.of(rows);
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
