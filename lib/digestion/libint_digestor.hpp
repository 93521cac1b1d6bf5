// Digestion of single shell quartets from Libint: the reference and the fallback.
#pragma once

#include <vector>

#include "digestion/digestor.hpp"

namespace fockproxy {

class LibintDigestor final : public Digestor {
 public:
  LibintDigestor(const FockSystem& system, Watchdog& watchdog);

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override;

 private:
  void digest_quartet(const Task& task, const ShellQuartet& shells, const double* integrals, const TaskBlocks& blocks);

  const BasisSet& basis_;
  const BlockPartition& partition_;
  RepulsionEngine engine_;
  int spins_;
  Watchdog& watchdog_;
  std::vector<std::int64_t> cost_;  // by shell: functions x primitives; the cost of a quartet is their product
  CoulombDensity coulomb_density_;
};

}  // namespace fockproxy
