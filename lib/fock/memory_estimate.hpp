// How much memory a calculation needs on a rank, before any of it is allocated.
#pragma once

#include <string>
#include <vector>

#include "fock/fock_config.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

struct MemoryItem {
  std::string what;
  double bytes;
  bool once_a_node = false;  // shared by its ranks
};

// Where a calculation runs.
struct RankPlacement {
  int ranks, ranks_on_node;
  double program;  // bytes that a rank has before it begins: the program, MPI and what lies between
};

// What is computed around the Fock builds.
struct DenseAlgebraUse {
  int iterations;  // of an SCF, at most: DIIS keeps some; 0 of Fock builds alone
  int ranks;       // on how many the matrices of the SCF lie: 1 where rank 0 has them whole
  bool stability;  // of the SCF's result is analysed
};

// The large items on the rank that needs most (rank 0), largest-first order not implied.
std::vector<MemoryItem> memory_per_rank(const BlockPartition& partition, const BasisSet& basis, int spins,
                                        const RankPlacement& placement, const FockConfig& config,
                                        const DenseAlgebraUse& algebra);

// Bytes of one of `ranks_on_node` ranks of a node, with its part of the shared memory.
double bytes_per_rank(const std::vector<MemoryItem>& items, int ranks_on_node);

// Memory that processes of this machine may still take: the least of MemAvailable and of what the control group
// allows. Infinity where neither is known.
double available_memory();

// Throws UsageError when `ranks_on_node` such ranks do not fit into available_memory(), naming the largest item and
// what would make it smaller.
void refuse_what_does_not_fit(const std::vector<MemoryItem>& items, int ranks_on_node);

}  // namespace fockproxy
