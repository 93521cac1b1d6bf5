// A whole matrix on every rank: the `local` backend on one rank, and what --cache replicated works on with many.
#pragma once

#include <vector>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Blocks are tiles of local memory; get and accumulate never communicate. Rank 0 owns everything: set_panel() copies
// what it gives to all ranks, and its panel() is the sum of their copies: right for what they accumulated since zero(),
// not for what set_panel() gave to each of them.
class ReplicatedMatrix : public DistributedMatrix {
 public:
  ReplicatedMatrix(const MatrixContext& context, const BlockLayout& layout);

  bool contiguous() const override { return true; }
  void get(std::span<const BlockRead> reads) override;
  bool can_start_get() const override { return false; }
  void start_get(std::span<const BlockRead> reads) override;
  void finish_get() override;
  void accumulate(std::span<const BlockUpdate> updates) override;
  void complete() override {}
  void fence() override { comm_.barrier(); }
  void zero() override;
  void set_panel(const Matrix& own) override;
  Matrix panel() override;

 private:
  double* tile(int row, int column) { return elements_.data() + offsets_[row * layout().blocks() + column]; }

  const Communicator& comm_;
  MatrixSum sum_;
  std::vector<std::int64_t> offsets_;  // of each block, blocks x blocks
  std::vector<double> elements_;
};

}  // namespace fockproxy
