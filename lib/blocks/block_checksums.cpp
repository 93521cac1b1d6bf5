#include "blocks/block_checksums.hpp"

#include <algorithm>

#include "support/random.hpp"

namespace fockproxy {

namespace {

std::vector<double> random_signed(int n, std::uint64_t seed) {
  std::vector<double> values(n);
  for (int e = 0; e < n; ++e) {
    const std::uint64_t bits = hash_append(seed, e);
    values[e] = (bits & 1 ? 1.0 : -1.0) * (0.5 + 0.5 * unit_interval(bits));
  }
  return values;
}

}  // namespace

BlockChecksums::BlockChecksums(const BlockLayout& layout, std::uint64_t seed)
    : layout_(layout),
      words_(layout, seed),
      x_(random_signed(layout.functions(), hash_append(seed, 1))),
      y_(random_signed(layout.matrix_columns(), hash_append(seed, 2))) {}

double BlockChecksums::checksum(int i, int j, const double* block) const {
  const double* x = x_.data() + layout_.first_row(i);
  const double* y = y_.data() + layout_.first_column(j);
  const int rows = layout_.rows(i), columns = layout_.columns(j);
  // Four rows at once: an addition takes four cycles, and the next addition of the same row has to wait for it.
  constexpr int together = 4;
  double sum = 0;
  int r = 0;
  for (; r + together <= rows; r += together, block += together * columns) {
    double row[together] = {};
    for (int c = 0; c < columns; ++c)
      for (int k = 0; k < together; ++k) row[k] += block[k * columns + c] * y[c];
    for (int k = 0; k < together; ++k) sum += x[r + k] * row[k];
  }
  for (; r < rows; ++r, block += columns) {
    double row = 0;
    for (int c = 0; c < columns; ++c) row += block[c] * y[c];
    sum += x[r] * row;
  }
  return sum;
}

std::vector<double> BlockChecksums::rows(const Ownership& ownership, int rank, const Matrix& panel) const {
  const Ownership::Panel blocks = ownership.panel(rank);
  const Ownership::Area area = ownership.area(layout_, rank);
  const Eigen::Map<const Vector> x(x_.data() + area.first_row, area.rows);
  const Eigen::Map<const Vector> y(y_.data() + area.first_column, area.columns);
  const Vector row = panel * y;
  std::vector<double> sums(layout_.blocks(), 0.0);
  for (int i = blocks.first_row_block; i < blocks.last_row_block; ++i) {
    const int first = layout_.first_row(i) - area.first_row;
    sums[i] = x.segment(first, layout_.rows(i)).dot(row.segment(first, layout_.rows(i)));
  }
  return sums;
}

double BlockChecksums::total(const SpinDense& matrices) const {
  double sum = 0;
  for (int spin = 0; spin < layout_.spins(); ++spin)
    matrices[spin].for_each([&](Eigen::Index i, Eigen::Index j, double element) {
      sum += x_[i] * element * y_[layout_.column(static_cast<int>(j), spin)];
    });
  return matrices.front().grid().comm().sum(sum);
}

}  // namespace fockproxy
