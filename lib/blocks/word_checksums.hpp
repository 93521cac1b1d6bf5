// Exact checksums of blocks from the bits of their elements, modulo 2^64.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Each word w of a block at (I,J), a double or integer of 8 bytes, has two weights: seeded odd integers x of its row
// and y of its column. Multiplication by an odd integer modulo 2^64 has an inverse, so each change of one word changes
// the checksum, even if only the last bit changes. No two weights y are equal, so a word in a wrong column changes the
// sum of its row. Immutable; thread-safe.
class WordChecksums {
 public:
  WordChecksums(const BlockLayout& layout, std::uint64_t seed);

  // sum_rc x_r w_rc y_c. block: rows(i) x columns(j), row-major, contiguous.
  std::uint64_t checksum(int i, int j, const double* block) const;
  // The checksum of every block of the panel of a rank, blocks x blocks, row-major; zero for blocks of other ranks.
  std::vector<std::uint64_t> table(const Ownership& ownership, int rank, const Matrix& panel) const;

  // Adds sum_c w_rc y_c to the sum of every row r of the block. rows: one sum for each row of the matrix, that is, for
  // each function.
  void add_rows(int i, int j, const std::int64_t* block, std::span<std::uint64_t> rows) const;
  // The same for all blocks of the panel of a rank.
  void add_rows(const Ownership& ownership, int rank, const IntegerMatrix& panel, std::span<std::uint64_t> rows) const;

 private:
  BlockLayout layout_;
  std::vector<std::uint64_t> x_, y_;
};

}  // namespace fockproxy
