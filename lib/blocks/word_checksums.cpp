#include "blocks/word_checksums.hpp"

#include <bit>

#include "support/random.hpp"

namespace fockproxy {

namespace {

// Odd weights. Their upper bits are random, their lower bits differ.
std::vector<std::uint64_t> odd_weights(int n, std::uint64_t seed) {
  constexpr int bits_of_place = 24;
  std::vector<std::uint64_t> weights(static_cast<std::size_t>(n));
  for (std::uint64_t i = 0; i < weights.size(); ++i)
    weights[i] = (hash_append(seed, i) << (bits_of_place + 1)) | (i << 1) | 1;
  return weights;
}

// The bits of an element. Both zeros have the same bits, because a block of zeros may be made instead of fetched.
std::uint64_t word(double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }
std::uint64_t word(std::int64_t x) { return static_cast<std::uint64_t>(x); }

template <class T>
std::uint64_t row_sum(const T* row, const std::uint64_t* weights, int columns) {
  std::uint64_t sum = 0;
  for (int c = 0; c < columns; ++c) sum += word(row[c]) * weights[c];
  return sum;
}

}  // namespace

WordChecksums::WordChecksums(const BlockLayout& layout, std::uint64_t seed)
    : layout_(layout),
      x_(odd_weights(layout.functions(), hash_append(seed, 3))),
      y_(odd_weights(layout.matrix_columns(), hash_append(seed, 4))) {}

std::uint64_t WordChecksums::checksum(int i, int j, const double* block) const {
  const std::uint64_t* x = x_.data() + layout_.first_row(i);
  const std::uint64_t* y = y_.data() + layout_.first_column(j);
  const int rows = layout_.rows(i), columns = layout_.columns(j);
  std::uint64_t sum = 0;
  for (int r = 0; r < rows; ++r, block += columns) sum += x[r] * row_sum(block, y, columns);
  return sum;
}

std::vector<std::uint64_t> WordChecksums::table(const Ownership& ownership, int rank, const Matrix& panel) const {
  const auto blocks = static_cast<std::size_t>(layout_.blocks());
  std::vector<std::uint64_t> sums(blocks * blocks);
  Matrix block;
  ownership.for_blocks(layout_, rank, [&](int i, int j, int row, int column) {
    block = panel.block(row, column, layout_.rows(i), layout_.columns(j));
    sums[static_cast<std::size_t>(i) * blocks + static_cast<std::size_t>(j)] = checksum(i, j, block.data());
  });
  return sums;
}

void WordChecksums::add_rows(int i, int j, const std::int64_t* block, std::span<std::uint64_t> rows) const {
  const std::uint64_t* y = y_.data() + layout_.first_column(j);
  const int columns = layout_.columns(j);
  for (int r = layout_.first_row(i); r < layout_.first_row(i + 1); ++r, block += columns)
    rows[static_cast<std::size_t>(r)] += row_sum(block, y, columns);
}

void WordChecksums::add_rows(const Ownership& ownership, int rank, const IntegerMatrix& panel,
                             std::span<std::uint64_t> rows) const {
  const Ownership::Area area = ownership.area(layout_, rank);
  for (int r = 0; r < area.rows; ++r)
    rows[static_cast<std::size_t>(area.first_row + r)] +=
        row_sum(panel.data() + std::ptrdiff_t{r} * area.columns, y_.data() + area.first_column, area.columns);
}

}  // namespace fockproxy
