// A whole matrix on every rank: the `local` backend on one rank, and what --cache replicated works on with many.
#pragma once

#include <memory>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Blocks are tiles of local memory; get and accumulate never communicate. Rank 0 owns everything: set_panel() copies
// what it gives to all ranks, and its panel() is the sum of their copies: right for what they accumulated since zero(),
// not for what set_panel() gave to each of them. Collective.
std::unique_ptr<DistributedMatrix> make_replicated_matrix(const MatrixContext& context, const BlockLayout& layout);

}  // namespace fockproxy
