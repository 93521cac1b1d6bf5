// Reading the blocks of a node's own ranks from memory that the node shares.
#pragma once

#include <memory>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Collective. The same matrix, of which every rank also keeps its panel in memory that its node shares (as much again):
// gets of blocks that a rank of the node owns are loads. For a matrix that set_panel() alone sets, as D of a Fock
// build: an accumulate does not reach the copy. Throws UsageError where this MPI refuses shared memory windows.
std::unique_ptr<DistributedMatrix> with_node_reads(std::unique_ptr<DistributedMatrix> matrix, const Runtime& runtime);

}  // namespace fockproxy
