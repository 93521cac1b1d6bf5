// Digestion: the integrals of a task, contracted with six blocks of D into six blocks of F.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "integrals/repulsion_engine.hpp"
#include "parallel/watchdog.hpp"
#include "progress/progress_strategy.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// The six block pairs of a task (I J|K L).
enum BlockRole { ij, kl, ik, jl, il, jk };
inline constexpr int block_roles = 6;

inline std::array<std::array<int, 2>, block_roles> block_pairs(const Task& t) {
  return {{{t.i, t.j}, {t.k, t.l}, {t.i, t.k}, {t.j, t.l}, {t.i, t.l}, {t.j, t.k}}};
}

// Local blocks of a task by role, each rows x (spins * columns), row-major, contiguous. The D blocks may coincide; the
// F blocks never do, also where their places in F do.
struct TaskBlocks {
  std::array<const double*, block_roles> density;
  std::array<double*, block_roles> fock;
};

// Not thread-safe: one per thread. Everything it refers to must outlive it.
class Digestor {
 public:
  Digestor(const BasisSet& basis, const BlockPartition& partition, int spins, Watchdog& watchdog);

  struct Counts {
    std::int64_t quartets = 0;
    std::int64_t integrals = 0;
  };

  // Adds the contributions of every shell quartet of the task that passes the screen (the six updates of Szabo &
  // Ostlund's G with permutational symmetry; see README, "Equations"), and gives the progress strategy a turn between
  // quartets. G is symmetric only after the final (G + G^T) / 2.
  Counts digest(const Task& task, const QuartetScreen& screen, RepulsionEngine& engine, const TaskBlocks& blocks,
                ProgressStrategy& progress);

 private:
  void digest_quartet(const Task& task, int a, int b, int c, int d, const double* integrals, const TaskBlocks& blocks);

  const BasisSet& basis_;
  const BlockPartition& partition_;
  int spins_;
  Watchdog& watchdog_;
  std::vector<std::int64_t> cost_;  // by shell: functions x primitives; the product of a quartet's is its cost
  std::array<std::vector<double>, 2> coulomb_density_;  // D^alpha + D^beta of IJ and KL, halved: UHF only
};

}  // namespace fockproxy
