// What a Fock matrix is built of: the basis in blocks, its shell pairs and their Schwarz bounds.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "matrices/block_layout.hpp"
#include "parallel/node_array.hpp"
#include "support/matrix.hpp"
#include "tasks/block_partition.hpp"

namespace fockproxy {

// Precision of integrals, hartree. The error from dropped primitives is negligible beside that of screening at
// `threshold`.
constexpr double primitive_precision(double threshold) { return 1e-3 * threshold; }

// Collective construction and destruction: the ranks share the bounds out, and a node has one copy of them. `threshold`
// of the screening, hartree: primitives are dropped to far below it. Communicator and basis must outlive it.
class PairData {
 public:
  PairData(const Communicator& comm, const BasisSet& basis, double threshold);

  ShellPairs pairs;

 private:
  NodeMatrix bounds_;

 public:
  MatrixView schwarz;  // shells x shells, symmetric, largest of contraction groups, bitwise the same on every rank
};

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
