#include "fock/block_checksums.hpp"

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
      x_(random_signed(layout.functions(), hash_append(seed, 1))),
      y_(random_signed(layout.matrix_columns(), hash_append(seed, 2))) {}

double BlockChecksums::checksum(int i, int j, const double* block) const {
  const double* x = x_.data() + layout_.first_row(i);
  const double* y = y_.data() + layout_.first_column(j);
  const int columns = layout_.columns(j);
  double sum = 0;
  for (int r = 0; r < layout_.rows(i); ++r, block += columns) {
    double row = 0;
    for (int c = 0; c < columns; ++c) row += block[c] * y[c];
    sum += x[r] * row;
  }
  return sum;
}

Matrix BlockChecksums::table(const Matrix& packed) const {
  Matrix sums(layout_.blocks(), layout_.blocks());
  std::vector<double> buffer(std::size_t(layout_.largest_rows()) * layout_.largest_rows() * layout_.spins());
  for (int i = 0; i < layout_.blocks(); ++i)
    for (int j = 0; j < layout_.blocks(); ++j) {
      copy_block(layout_, packed, i, j, buffer.data());
      sums(i, j) = checksum(i, j, buffer.data());
    }
  return sums;
}

std::vector<double> BlockChecksums::rows(const Matrix& packed) const {
  const Eigen::Map<const Vector> x(x_.data(), static_cast<Eigen::Index>(x_.size()));
  const Eigen::Map<const Vector> y(y_.data(), static_cast<Eigen::Index>(y_.size()));
  const Vector row = packed * y;
  std::vector<double> sums(layout_.blocks());
  for (int i = 0; i < layout_.blocks(); ++i)
    sums[i] = x.segment(layout_.first_row(i), layout_.rows(i)).dot(row.segment(layout_.first_row(i), layout_.rows(i)));
  return sums;
}

void copy_block(const BlockLayout& layout, const Matrix& packed, int i, int j, double* buffer) {
  for (int r = 0; r < layout.rows(i); ++r) {
    const double* row = packed.data() + std::int64_t{layout.first_row(i) + r} * packed.cols() + layout.first_column(j);
    buffer = std::copy_n(row, layout.columns(j), buffer);
  }
}

}  // namespace fockproxy
