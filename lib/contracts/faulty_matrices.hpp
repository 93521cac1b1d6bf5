// Negative controls: a matrix with one fault, which every check worth its name must catch on every run.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy::contracts {

enum class MatrixFault {
  lose,      // one update is not made
  repeat,    // one update is made twice
  misplace,  // one update goes to another block of the same shape or, where there is none, one element too far
  misread    // one fetched block has a wrong element
};

// Passes everything on to a real matrix but for one fault per rank: in its k-th (from 0) update, or read, that can show
// the fault (an update of zeros cannot be lost).
class FaultyMatrix : public DistributedMatrix {
 public:
  FaultyMatrix(std::unique_ptr<DistributedMatrix> matrix, MatrixFault fault, int k, int ranks)
      : DistributedMatrix(matrix->layout(), ranks), matrix_(std::move(matrix)), fault_(fault), remaining_(k) {}

  bool contiguous() const override { return matrix_->contiguous(); }
  void complete() override { matrix_->complete(); }
  void fence() override { matrix_->fence(); }
  void zero() override { matrix_->zero(); }
  void scatter(const Matrix& full) override { matrix_->scatter(full); }
  Matrix gather() override { return matrix_->gather(); }

  void get(std::span<const BlockRead> reads) override {
    matrix_->get(reads);
    if (fault_ != MatrixFault::misread) return;
    for (const BlockRead& read : reads)
      if (is_victim(read.row, read.column, read.buffer)) read.buffer[0] += 1.0;
  }

  void accumulate(std::span<const BlockUpdate> updates) override {
    for (const BlockUpdate& update : updates) {
      const bool faulty =
          fault_ != MatrixFault::misread && is_victim(update.row, update.column, update.buffer);
      if (!faulty) matrix_->accumulate(std::span(&update, 1));
      else accumulate_wrongly(update);
    }
  }

 private:
  bool is_victim(int row, int column, const double* buffer) {
    const auto n = layout().elements(row, column);
    const bool shows =
        fault_ == MatrixFault::misread || std::any_of(buffer, buffer + n, [](double x) { return x != 0; });
    return shows && remaining_-- == 0;
  }

  void accumulate_wrongly(const BlockUpdate& update) {
    if (fault_ == MatrixFault::repeat) {
      matrix_->accumulate(std::span(&update, 1));
      matrix_->accumulate(std::span(&update, 1));
    } else if (fault_ == MatrixFault::misplace) {
      BlockUpdate elsewhere = update;
      std::vector<double> moved(update.buffer, update.buffer + layout().elements(update.row, update.column));
      if (const auto other = same_shape(update.row, update.column)) std::tie(elsewhere.row, elsewhere.column) = *other;
      else std::rotate(moved.begin(), moved.end() - 1, moved.end());
      elsewhere.buffer = moved.data();
      matrix_->accumulate(std::span(&elsewhere, 1));
    }
  }

  // Another block of the same shape, never the transposed one: a symmetrised sum would not show that.
  std::optional<std::pair<int, int>> same_shape(int row, int column) const {
    for (int step = 1; step < layout().blocks() * layout().blocks(); ++step) {
      const int at = (row * layout().blocks() + column + step) % (layout().blocks() * layout().blocks());
      const int r = at / layout().blocks();
      const int c = at % layout().blocks();
      if (layout().rows(r) != layout().rows(row) || layout().columns(c) != layout().columns(column)) continue;
      if (r != column || c != row) return std::pair(r, c);
    }
    return std::nullopt;
  }

  std::unique_ptr<DistributedMatrix> matrix_;
  MatrixFault fault_;
  int remaining_;
};

}  // namespace fockproxy::contracts
