// Estimates the memory that a calculation needs on a rank, before any of it is allocated.
#pragma once

#include <string>
#include <vector>

#include "fock/fock_config.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

struct MemoryItem {
  std::string what;
  double bytes;
  bool once_a_node = false;  // the ranks of a node share it
};

// Where a calculation runs.
struct RankPlacement {
  int ranks, ranks_on_node;
  double program;  // bytes of a rank before the calculation: the program, MPI and libraries between them
};

// The dense algebra around the Fock builds.
struct DenseAlgebraUse {
  int iterations;  // of an SCF, at most, because DIIS keeps matrices; 0 for Fock builds alone
  int ranks;       // that share the matrices of the SCF: 1 if rank 0 has them as a whole
  bool stability;  // the stability of the SCF's result is analysed
};

// The large items on the rank that needs most (rank 0), in no particular order.
std::vector<MemoryItem> memory_per_rank(const BlockPartition& partition, const BasisSet& basis, int spins,
                                        const RankPlacement& placement, const FockConfig& config,
                                        const DenseAlgebraUse& algebra);

// Bytes of one of `ranks_on_node` ranks of a node, including its part of the shared memory.
double bytes_per_rank(const std::vector<MemoryItem>& items, int ranks_on_node);

// Bytes that processes of this machine may still allocate: the smaller of MemAvailable and the limit of the control
// group. Infinity if neither is known.
double available_memory();

// Throws UsageError if `ranks_on_node` such ranks do not fit into available_memory(). The message names the largest
// item and how to reduce it.
void refuse_what_does_not_fit(const std::vector<MemoryItem>& items, int ranks_on_node);

}  // namespace fockproxy
