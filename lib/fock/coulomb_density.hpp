// The density of the Coulomb part of a task.
#pragma once

#include <array>
#include <vector>

#include "fock/digestion.hpp"

namespace fockproxy {

// Of block IJ or KL: the block of D itself (RHF), or D^alpha + D^beta, halved (UHF). Not thread-safe: one per thread.
class CoulombDensity {
 public:
  // The partition must outlive it.
  CoulombDensity(const BlockPartition& partition, int spins);

  // Of this task, until the next; `blocks` must hold as long.
  void set(const Task& task, const TaskBlocks& blocks);
  // rows x columns, row-major, contiguous. role: ij or kl.
  const double* of(BlockRole role) const { return blocks_[role]; }

 private:
  const BlockPartition& partition_;
  int spins_;
  std::array<std::vector<double>, 2> sums_;  // UHF only
  std::array<const double*, 2> blocks_{};
};

}  // namespace fockproxy
