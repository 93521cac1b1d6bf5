// Whole matrices with both spins of a block side by side, as in the panels of a distributed matrix.
#pragma once

#include <algorithm>

#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy::testing {

inline Matrix pack_spins(const BlockLayout& layout, const SpinMatrices& matrices) {
  Matrix packed(layout.functions(), layout.matrix_columns());
  for (int s = 0; s < layout.spins(); ++s)
    for (int f = 0; f < layout.functions(); ++f) packed.col(layout.column(f, s)) = matrices[s].col(f);
  return packed;
}

inline SpinMatrices unpack_spins(const BlockLayout& layout, const Matrix& packed) {
  SpinMatrices matrices(layout.spins(), Matrix(layout.functions(), layout.functions()));
  for (int s = 0; s < layout.spins(); ++s)
    for (int f = 0; f < layout.functions(); ++f) matrices[s].col(f) = packed.col(layout.column(f, s));
  return matrices;
}

// Block (i, j), contiguous and row-major.
inline Matrix block_of(const BlockLayout& layout, const Matrix& packed, int i, int j) {
  return packed.block(layout.first_row(i), layout.first_column(j), layout.rows(i), layout.columns(j));
}

}  // namespace fockproxy::testing
