// Digestion: the integrals of a task, contracted with six blocks of D into six blocks of F.
#pragma once

#include <cstdint>
#include <memory>

#include "fock/class_rates.hpp"
#include "fock/fock_system.hpp"
#include "fock/integral_choice.hpp"
#include "parallel/watchdog.hpp"
#include "progress/progress_strategy.hpp"
#include "support/cache_line.hpp"
#include "tasks/block_roles.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

// Not thread-safe: one per thread.
class alignas(apart) Digestor {
 public:
  virtual ~Digestor() = default;

  struct Counts {
    std::int64_t quartets = 0;
    std::int64_t integrals = 0;
  };

  // Adds the contributions of every shell quartet of the task that passes the screen, the six updates of Szabo &
  // Ostlund's G with permutational symmetry (docs: tasks and communications), and gives the progress strategy a turn
  // between quartets, or batches of them. G is symmetric only after the final (G + G^T) / 2.
  virtual Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                        ProgressStrategy& progress) = 0;

  // What was done by class; nullptr unless IntegralSource::class_rates asks.
  virtual ClassRates* class_rates() { return nullptr; }
};

// Everything referred to must outlive it. Throws UsageError for angular momentum beyond the source's.
std::unique_ptr<Digestor> make_digestor(const IntegralSource& source, const FockSystem& system, Watchdog& watchdog);

}  // namespace fockproxy
