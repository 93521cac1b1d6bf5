// The processes that share dense matrices, in rows and columns.
#pragma once

#include "parallel/communicator.hpp"

namespace fockproxy {

// The first rows x columns ranks of a communicator, row by row, and the size of the square blocks that matrices are
// dealt out in. A small value; all members are local. The communicator must outlive it.
class ProcessGrid {
 public:
  ProcessGrid() = default;  // of nobody
  ProcessGrid(const Communicator& comm, int rows, int columns, int block)
      : comm_(&comm), rows_(rows), columns_(columns), block_(block) {}

  // All ranks, in the squarest shape that leaves none out: 2 x 3 of six, 1 x 5 of five.
  static ProcessGrid of_all(const Communicator& comm, int block);

  const Communicator& comm() const { return *comm_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int block() const { return block_; }
  bool is_member() const { return comm_->rank() < rows_ * columns_; }
  // Of this process; -1 outside the grid.
  int row() const { return is_member() ? comm_->rank() / columns_ : -1; }
  int column() const { return is_member() ? comm_->rank() % columns_ : -1; }

 private:
  const Communicator* comm_ = nullptr;
  int rows_ = 0, columns_ = 0, block_ = 1;
};

}  // namespace fockproxy
