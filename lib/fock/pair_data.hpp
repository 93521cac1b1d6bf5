// Shell pairs of a basis and their Schwarz bounds: what every Fock build screens with.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "parallel/node_matrix.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Of integrals, hartree: what primitives may take from them is too little to be told from rounding of screening at
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

}  // namespace fockproxy
