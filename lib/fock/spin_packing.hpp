// Density and Fock matrices as they lie in a distributed matrix: both spins of a block side by side.
#pragma once

#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// One or two functions x functions matrices -> functions x (spins * functions), the alpha columns of each block
// followed by its beta columns, so that UHF needs the same number of communications as RHF.
Matrix pack_spins(const BlockLayout& layout, const SpinMatrices& matrices);

// The inverse.
SpinMatrices unpack_spins(const BlockLayout& layout, const Matrix& packed);

}  // namespace fockproxy
