// Checksums of blocks: how every block that is moved is checked, without moving it twice.
#pragma once

#include <cstdint>
#include <vector>

#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The checksum of a block B at (I,J) is x_I^T B y_J. The elements of x and y are seeded reals with magnitudes in
// [1/2, 1) and random signs: with plain +-1, blocks whose elements are equal by symmetry would cancel by luck.
// Linear in B, and different for the same B at another place. Immutable; thread-safe.
class BlockChecksums {
 public:
  BlockChecksums(const BlockLayout& layout, std::uint64_t seed);

  // block: rows(i) x columns(j), row-major, contiguous.
  double checksum(int i, int j, const double* block) const;
  // The checksum of every block of a packed matrix, blocks x blocks; bitwise equal to checksum() of its copies.
  Matrix table(const Matrix& packed) const;
  // x_I^T M_I y of a whole packed matrix, by block row I.
  std::vector<double> rows(const Matrix& packed) const;

 private:
  const BlockLayout layout_;
  std::vector<double> x_, y_;
};

// Copies block (i,j) of a packed matrix to a contiguous buffer.
void copy_block(const BlockLayout& layout, const Matrix& packed, int i, int j, double* buffer);

}  // namespace fockproxy
