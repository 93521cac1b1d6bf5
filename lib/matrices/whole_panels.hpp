// Conversions between panels and whole matrices, for contracts and tests. No other code has a whole matrix.
#pragma once

#include "matrices/distributed_matrix.hpp"
#include "parallel/communicator.hpp"

namespace fockproxy {

// The panel of a rank in the whole matrix. Local.
inline Matrix panel_of(const BlockLayout& layout, const Ownership& ownership, const Matrix& full, int rank) {
  const auto [row, rows, column, columns] = ownership.area(layout, rank);
  return full.block(row, column, rows, columns);
}

// Collective. Sets the matrix from `full`, which must be the same on every rank.
inline void set_whole(const Communicator& comm, DistributedMatrix& matrix, const Matrix& full) {
  matrix.set_panel(panel_of(matrix.layout(), matrix.ownership(), full, comm.rank()));
}

// Collective; call it after a fence. Returns the whole matrix on every rank.
inline Matrix whole(const Communicator& comm, DistributedMatrix& matrix) {
  const auto [row, rows, column, columns] = matrix.ownership().area(matrix.layout(), comm.rank());
  Matrix full = Matrix::Zero(matrix.layout().functions(), matrix.layout().matrix_columns());
  full.block(row, column, rows, columns) = matrix.panel(comm.rank());
  comm.reduce_all(std::span(full.data(), static_cast<std::size_t>(full.size())), MPI_SUM);
  return full;
}

}  // namespace fockproxy
