// The base class of wrappers of a DistributedMatrix. A wrapper overrides only the functions that it changes.
#pragma once

#include <memory>
#include <utility>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Forwards each call to the matrix that it owns, with the same owners of blocks. Collectivity, units and errors are
// those of that matrix.
class ForwardingMatrix : public DistributedMatrix {
 public:
  explicit ForwardingMatrix(std::unique_ptr<DistributedMatrix> matrix)
      // As many owners as the grid uses give the same grid.
      : DistributedMatrix(matrix->layout(), matrix->ownership().grid_rows() * matrix->ownership().grid_columns(),
                          matrix->element()),
        matrix_(std::move(matrix)) {}

  bool contiguous() const override { return matrix_->contiguous(); }
  std::int64_t elements_moved(int row, int column) const override { return matrix_->elements_moved(row, column); }
  bool reads_by_load(int owner) const override { return matrix_->reads_by_load(owner); }
  void get(std::span<const BlockRead> reads) override { matrix_->get(reads); }
  bool can_start_get() const override { return matrix_->can_start_get(); }
  void start_get(std::span<const BlockRead> reads) override { matrix_->start_get(reads); }
  void finish_get() override { matrix_->finish_get(); }
  void accumulate(std::span<const BlockUpdate> updates) override { matrix_->accumulate(updates); }
  void complete() override { matrix_->complete(); }
  void fence() override { matrix_->fence(); }
  void zero() override { matrix_->zero(); }
  void set_panel(const Matrix& own) override { matrix_->set_panel(own); }
  void read_panel(void* to) override { matrix_->read_panel(to); }

 private:
  std::unique_ptr<DistributedMatrix> matrix_;
};

}  // namespace fockproxy
