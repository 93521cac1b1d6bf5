#include "matrices/replicated_matrix.hpp"

#include <algorithm>

#include "support/error.hpp"

namespace fockproxy {

ReplicatedMatrix::ReplicatedMatrix(const MatrixContext& context, const BlockLayout& layout)
    : DistributedMatrix(layout, 1),
      comm_(context.runtime.world()),
      sum_(context.runtime, context.options.sum, context.options.window) {
  std::int64_t offset = 0;
  for (int i = 0; i < layout.blocks(); ++i)
    for (int j = 0; j < layout.blocks(); ++j) {
      offsets_.push_back(offset);
      offset += layout.elements(i, j);
    }
  elements_.resize(offset);
}

void ReplicatedMatrix::get(std::span<const BlockRead> reads) {
  for (const BlockRead& read : reads)
    std::copy_n(tile(read.row, read.column), layout().elements(read.row, read.column), read.buffer);
}

void ReplicatedMatrix::start_get(std::span<const BlockRead>) {
  throw UsageError("a matrix in the rank's own memory cannot get in two halves");
}
void ReplicatedMatrix::finish_get() { start_get({}); }

void ReplicatedMatrix::accumulate(std::span<const BlockUpdate> updates) {
  for (const BlockUpdate& update : updates) {
    double* target = tile(update.row, update.column);
    const std::int64_t n = layout().elements(update.row, update.column);
    for (std::int64_t e = 0; e < n; ++e) target[e] += update.buffer[e];
  }
}

void ReplicatedMatrix::zero() { std::ranges::fill(elements_, 0.0); }

void ReplicatedMatrix::set_panel(const Matrix& own) {
  Matrix full = own;
  full.resize(layout().functions(), layout().matrix_columns());
  comm_.broadcast(std::span(full.data(), static_cast<std::size_t>(full.size())));
  for (int i = 0; i < layout().blocks(); ++i)
    for (int j = 0; j < layout().blocks(); ++j)
      Eigen::Map<Matrix>(tile(i, j), layout().rows(i), layout().columns(j)) =
          full.block(layout().first_row(i), layout().first_column(j), layout().rows(i), layout().columns(j));
}

Matrix ReplicatedMatrix::panel() {
  Matrix full(layout().functions(), layout().matrix_columns());
  for (int i = 0; i < layout().blocks(); ++i)
    for (int j = 0; j < layout().blocks(); ++j)
      full.block(layout().first_row(i), layout().first_column(j), layout().rows(i), layout().columns(j)) =
          Eigen::Map<const Matrix>(tile(i, j), layout().rows(i), layout().columns(j));
  sum_.sum(full);
  return comm_.is_root() ? full : Matrix();
}

}  // namespace fockproxy
