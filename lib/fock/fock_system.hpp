// What a Fock matrix is built of: the basis in blocks, and the bounds of its shell pairs.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// Pairs and bounds must outlive it. schwarz: shells x shells, symmetric, largest of contraction groups, the same on
// every rank.
struct FockSystem {
  const ShellPairs& pairs;
  MatrixView schwarz;
  BlockPartition partition;
  int spins;  // 1 (RHF) or 2 (UHF)

  const BasisSet& basis() const { return pairs.basis(); }
  BlockLayout layout() const { return BlockLayout(partition.first_functions(), spins); }
};

}  // namespace fockproxy
