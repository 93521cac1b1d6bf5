// The block-cyclic layout: the grid of processes that share dense matrices, and the indices of one matrix dimension.
#pragma once

#include <cassert>

#include <Eigen/Core>

#include "parallel/communicator.hpp"

namespace fockproxy {

// The indices of ScaLAPACK's layout with the first block on process 0 (Blackford et al., ScaLAPACK Users' Guide,
// section 4.3). Immutable, local.
class CyclicIndex {
 public:
  using Index = Eigen::Index;

  CyclicIndex() = default;
  // `process`: the process for which this index is; -1: a process without a part.
  CyclicIndex(Index size, int block, int processes, int process)
      : size_(size), block_(block), processes_(processes), process_(process), local_size_(local_before(size)) {
    assert(size >= 0 && block >= 1 && process < processes);
  }

  Index size() const { return size_; }
  Index local_size() const { return local_size_; }
  Index global(Index local) const {
    assert(0 <= local && local < local_size_);
    return ((local / block_) * processes_ + process_) * block_ + local % block_;
  }
  int owner(Index global) const { return static_cast<int>(global / block_ % processes_); }
  // The local index of this element on its owner.
  Index local(Index global) const { return global / block_ / processes_ * block_ + global % block_; }
  // The number of this process's elements before `global`.
  Index local_before(Index global) const {
    if (process_ < 0) return 0;
    const Index blocks = global / block_, rounds = blocks / processes_, left = blocks % processes_;
    return rounds * block_ + (process_ < left ? block_ : process_ == left ? global % block_ : 0);
  }

 private:
  Index size_ = 0, block_ = 1, processes_ = 1;
  int process_ = 0;
  Index local_size_ = 0;
};

// The first rows x columns ranks of a communicator, row by row, and the size of the square blocks in which matrices are
// distributed. A small value type; all members are local. The communicator must outlive it.
class ProcessGrid {
 public:
  ProcessGrid() = default;  // no process
  ProcessGrid(const Communicator& comm, int rows, int columns, int block)
      : comm_(&comm), rows_(rows), columns_(columns), block_(block) {}

  // All ranks, in the grid closest to a square that uses all of them: 2 x 3 for six, 1 x 5 for five.
  static ProcessGrid of_all(const Communicator& comm, int block) {
    int rows = 1;
    for (int r = 1; r * r <= comm.size(); ++r)
      if (comm.size() % r == 0) rows = r;
    return {comm, rows, comm.size() / rows, block};
  }

  const Communicator& comm() const { return *comm_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int block() const { return block_; }
  bool is_member() const { return comm_->rank() < rows_ * columns_; }
  // The position of this process; -1 outside the grid.
  int row() const { return is_member() ? comm_->rank() / columns_ : -1; }
  int column() const { return is_member() ? comm_->rank() % columns_ : -1; }

 private:
  const Communicator* comm_ = nullptr;
  int rows_ = 0, columns_ = 0, block_ = 1;
};

}  // namespace fockproxy
