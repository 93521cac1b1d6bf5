// Redistribution between the two distributions of matrices: block-cyclic for dense algebra, and panels of blocks of
// atoms for tasks.
#pragma once

#include "dense/dense_matrix.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Both are collective over the grid's communicator. Each pair of ranks exchanges its common elements of some columns at
// a time. Besides its parts of the matrices, a rank needs memory for two messages of about so many elements.
inline constexpr Eigen::Index redistribution_message = Eigen::Index{1} << 20;

// This rank's panel of a density, with both spins of a block side by side, so UHF needs the same number of
// communications as RHF. The result is symmetric to the last bit, from the lower triangle: tasks read one triangle and
// their checks read both, and the difference of two densities may be nothing but rounding.
Matrix panel_of(const BlockLayout& layout, const Ownership& ownership, const SpinDense& density);

// The reverse for F: (F + F^T) / 2 by spin, which is symmetric to the last bit. panel: of this rank.
SpinDense symmetric_from_panels(const BlockLayout& layout, const Ownership& ownership, const Matrix& panel,
                                const ProcessGrid& grid);

}  // namespace fockproxy
