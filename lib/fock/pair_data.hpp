// Shell pairs of a basis and their Schwarz bounds: what every Fock build screens with.
#pragma once

#include "integrals/repulsion_engine.hpp"
#include "parallel/communicator.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// Collective construction: the ranks share the bounds out. `threshold` of the screening, hartree: primitives are
// dropped to far below it. The basis must outlive it.
struct PairData {
  PairData(const Communicator& comm, const BasisSet& basis, double threshold);

  ShellPairs pairs;
  Matrix schwarz;  // shells x shells, bitwise the same on every rank
};

}  // namespace fockproxy
