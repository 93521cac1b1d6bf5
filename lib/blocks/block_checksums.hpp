// Checksums of blocks of doubles that are added up: how every block of F that is moved is checked, without moving it
// twice.
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/word_checksums.hpp"
#include "dense/dense_matrix.hpp"
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
  // What the panel of a rank adds to x_I^T M_I y, by block row I.
  std::vector<double> rows(const Ownership& ownership, int rank, const Matrix& panel) const;
  // Collective: x^T M y of the whole matrix that has these spins.
  double total(const SpinDense& matrices) const;

  const BlockLayout& layout() const { return layout_; }
  const WordChecksums& words() const { return words_; }  // of what is only moved

 private:
  const BlockLayout layout_;
  WordChecksums words_;
  std::vector<double> x_, y_;
};

}  // namespace fockproxy
