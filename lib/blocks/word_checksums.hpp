// Exact checksums of blocks: of the bits of their elements, modulo 2^64.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The words w of a block at (I,J), doubles or integers of 8 bytes, are weighted with seeded odd integers x of its rows
// and y of its columns. Multiplication by an odd integer modulo 2^64 has an inverse: a checksum changes with every
// change of one word, were it the last bit. Two weights y are never equal, so that one word that went to another column
// changes the sum of its row. Immutable; thread-safe.
class WordChecksums {
 public:
  WordChecksums(const BlockLayout& layout, std::uint64_t seed);

  // sum_rc x_r w_rc y_c. block: rows(i) x columns(j), row-major, contiguous.
  std::uint64_t checksum(int i, int j, const double* block) const;
  // The checksum of every block of the panel of a rank, blocks x blocks, row-major; zero for those of others.
  std::vector<std::uint64_t> table(const Ownership& ownership, int rank, const Matrix& panel) const;

  // Adds sum_c w_rc y_c to the sum of every row r of the block. rows: by row of the matrix, as many as it has
  // functions.
  void add_rows(int i, int j, const std::int64_t* block, std::span<std::uint64_t> rows) const;
  // The same of the panel of a rank.
  void add_rows(const Ownership& ownership, int rank, const IntegerMatrix& panel, std::span<std::uint64_t> rows) const;

 private:
  BlockLayout layout_;
  std::vector<std::uint64_t> x_, y_;
};

}  // namespace fockproxy
