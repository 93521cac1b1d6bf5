// What a Fock matrix is built of: the basis in blocks, and the bounds of its shell pairs.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "matrices/block_layout.hpp"
#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// Pairs and bounds (shells x shells, symmetric, the same on every rank) must outlive it.
struct FockSystem {
  const ShellPairs& pairs;
  const Matrix& schwarz;
  BlockPartition partition;
  int spins;  // 1 (RHF) or 2 (UHF)

  const BasisSet& basis() const { return pairs.basis(); }
  BlockLayout layout() const { return BlockLayout(partition.first_functions(), spins); }
};

}  // namespace fockproxy
