// A whole matrix on every rank: the `local` backend on one rank, and the matrix behind --cache replicated on several.
#pragma once

#include <memory>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Blocks are tiles of local memory; get and accumulate never communicate. Rank 0 owns all blocks: set_panel() copies
// its matrix to all ranks, and its panel() is the sum of the copies of all ranks. This sum is right for contributions
// that were accumulated since zero(), but not after set_panel(). Collective.
std::unique_ptr<DistributedMatrix> make_replicated_matrix(const MatrixContext& context, const BlockLayout& layout);

}  // namespace fockproxy
