// Redistribution between the two distributions of matrices: block-cyclic for dense algebra, and panels of blocks for
// tasks.
#pragma once

#include "dense/dense_matrix.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Both functions are collective over the grid's communicator. Each pair of ranks exchanges the elements that they have
// in common, some columns at a time. A rank also needs memory for two messages of about this many elements.
inline constexpr Eigen::Index redistribution_message = Eigen::Index{1} << 20;

// This rank's panel of a density. The spins of a block are side by side, so UHF needs the same number of communications
// as RHF. The result is symmetric to the last bit and follows from the lower triangle. This matters because tasks read
// one triangle and their checks read both, and because the difference of two densities may be rounding only.
Matrix panel_of(const BlockLayout& layout, const Ownership& ownership, const SpinDense& density);

// The inverse for F. Returns (F + F^T) / 2 by spin, which is symmetric to the last bit. panel: of this rank.
SpinDense symmetric_from_panels(const BlockLayout& layout, const Ownership& ownership, const Matrix& panel,
                                const ProcessGrid& grid);

}  // namespace fockproxy
