// Linear checksums of blocks of doubles. With them the program checks every block of F that it moves, without moving it
// twice.
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/word_checksums.hpp"
#include "dense/dense_matrix.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// The checksum of a block B at (I,J) is x_I^T B y_J. The elements of x and y are seeded reals with random signs and
// magnitudes of at least 1/2 and below 1. With elements +-1, equal elements of blocks (from symmetry) could cancel by
// chance. The checksum is linear in B, and it depends on the place of B. Immutable; thread-safe.
class BlockChecksums {
 public:
  BlockChecksums(const BlockLayout& layout, std::uint64_t seed);

  // block: rows(i) x columns(j), row-major, contiguous.
  double checksum(int i, int j, const double* block) const;
  // The contribution of the panel of a rank to x_I^T M_I y, by block row I. Local.
  std::vector<double> rows(const Ownership& ownership, int rank, const Matrix& panel) const;
  // Collective. x^T M y of the whole matrix M with these spins.
  double total(const SpinDense& matrices) const;

  const BlockLayout& layout() const { return layout_; }
  const WordChecksums& words() const { return words_; }  // for blocks that are only moved

 private:
  const BlockLayout layout_;
  WordChecksums words_;
  std::vector<double> x_, y_;
};

}  // namespace fockproxy
