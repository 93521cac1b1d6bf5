#include "dense/dense_matrix.hpp"

#include <bit>
#include <span>

#include "parallel/communicator.hpp"
#include "support/larger.hpp"
#include "support/random.hpp"

namespace fockproxy {

namespace {

// Sums in place, element by element. The result has the same bits on every rank; MPI recommends this for a sum but does
// not guarantee it. Collective.
void sum_alike(const Communicator& comm, std::span<double> values) {
  comm.reduce_all(values, MPI_SUM);
  comm.broadcast(values);
}

double local_dot(const DenseMatrix& a, const DenseMatrix& b) { return a.local().cwiseProduct(b.local()).sum(); }

}  // namespace

DenseMatrix::DenseMatrix(const ProcessGrid& grid, Index rows, Index columns)
    : grid_(grid),
      rows_(rows, grid.block(), grid.rows(), grid.row()),
      columns_(columns, grid.block(), grid.columns(), grid.column()),
      local_(ColumnMatrix::Zero(rows_.local_size(), columns_.local_size())) {}

void DenseMatrix::scale_columns(const Vector& factors) {
  for (Index j = 0; j < local_.cols(); ++j) local_.col(j) *= factors[columns_.global(j)];
}

DenseMatrix DenseMatrix::leading_columns(Index count) const {
  DenseMatrix result(grid_, rows(), 0);
  result.columns_ = CyclicIndex(count, grid_.block(), grid_.columns(), grid_.column());
  result.local_ = local_.leftCols(result.columns_.local_size());
  return result;
}

double dot(const DenseMatrix& a, const DenseMatrix& b) {
  double sum = local_dot(a, b);
  sum_alike(a.grid().comm(), std::span(&sum, 1));
  return sum;
}

Vector dots_with_last(std::span<const SpinDense* const> vectors) {
  const SpinDense& last = *vectors.back();
  Vector sums = Vector::Zero(static_cast<Eigen::Index>(vectors.size()));
  for (std::size_t v = 0; v < vectors.size(); ++v)
    for (std::size_t s = 0; s < last.size(); ++s)
      sums[static_cast<Eigen::Index>(v)] += local_dot((*vectors[v])[s], last[s]);
  sum_alike(last[0].grid().comm(), std::span(sums.data(), vectors.size()));
  return sums;
}

std::uint64_t hash_of(const SpinDense& matrices) {
  std::uint64_t sum = 0;  // modulo 2^64
  for (std::size_t s = 0; s < matrices.size(); ++s)
    matrices[s].for_each([&](auto i, auto j, double element) {
      const auto place = (static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j)) << 1 | s;
      sum += hash_append(place, std::bit_cast<std::uint64_t>(element));
    });
  return matrices[0].grid().comm().sum(sum);
}

double largest_element(const SpinDense& matrices) {
  double largest = 0;
  for (const DenseMatrix& m : matrices)
    for (const double x : m.local().reshaped()) largest = larger(largest, std::abs(x));
  for (const double other : matrices[0].grid().comm().all_gather(largest)) largest = larger(largest, other);
  return largest;
}

}  // namespace fockproxy
