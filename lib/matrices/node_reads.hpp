// Reads blocks whose owners are ranks of the same node from memory that the node shares.
#pragma once

#include <memory>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Collective. Returns the same matrix, but each rank also keeps a copy of its panel in memory that its node shares.
// Gets of blocks that a rank of the node owns are then loads. Use it only for a matrix that set_panel() sets, like D of
// a Fock build: accumulates do not change the copy. Throws UsageError if this MPI refuses shared memory windows.
std::unique_ptr<DistributedMatrix> with_node_reads(std::unique_ptr<DistributedMatrix> matrix, const Runtime& runtime);

}  // namespace fockproxy
