// Between the two ways in which matrices are dealt out to ranks: block-cyclic, as dense algebra wants them, and panels
// of blocks of atoms, as tasks do.
#pragma once

#include "dense/dense_matrix.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Both are collective over the grid's communicator. Each pair of ranks exchanges what they share of some columns at a
// time: beside its parts of the matrices a rank needs room for two messages of about so many elements.
inline constexpr Eigen::Index redistribution_message = Eigen::Index{1} << 20;

// This rank's panel of a density, both spins of a block side by side, so that UHF needs the same number of
// communications as RHF. Symmetric to the last bit, because tasks read one triangle where the checks of them read both,
// and in the difference of two densities rounding may be all there is: the lower triangle is taken.
Matrix panel_of(const BlockLayout& layout, const Ownership& ownership, const SpinDense& density);

// The other way, of F: (F + F^T) / 2 by spin, which is symmetric to the last bit. panel: of this rank.
SpinDense symmetric_from_panels(const BlockLayout& layout, const Ownership& ownership, const Matrix& panel,
                                const ProcessGrid& grid);

}  // namespace fockproxy
