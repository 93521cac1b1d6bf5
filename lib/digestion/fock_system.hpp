// The input of a Fock build besides D: the basis in blocks, its shell pairs and their Schwarz bounds.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "matrices/block_layout.hpp"
#include "parallel/node_array.hpp"
#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// Precision of integrals, hartree. The error from dropped primitives is negligible beside the error of screening at
// `threshold`.
constexpr double primitive_precision(double threshold) { return 1e-3 * threshold; }

// Collective construction and destruction: the ranks divide the computation of the bounds, and a node has one copy.
// `threshold`: of the screening, hartree; primitives are dropped far below it. Communicator and basis must outlive it.
class PairData {
 public:
  PairData(const Communicator& comm, const BasisSet& basis, double threshold);

  ShellPairs pairs;

 private:
  NodeMatrix bounds_;

 public:
  MatrixView schwarz;  // shells x shells, symmetric, the largest of contraction groups, bitwise the same on every rank
};

// Pairs and bounds must outlive it. schwarz: shells x shells, symmetric, the largest of contraction groups, the same on
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
