// Digestion: the integrals of a task, contracted with six blocks of D into six blocks of F.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "digestion/fock_system.hpp"
#include "parallel/watchdog.hpp"
#include "progress/progress_strategy.hpp"
#include "support/cache_line.hpp"
#include "tasks/numbers.hpp"
#include "tasks/quartet_screen.hpp"
#include "tasks/task.hpp"

namespace fockproxy {

// What digestion did for a task.
struct DigestCounts {
  std::int64_t quartets = 0;
  std::int64_t integrals = 0;
};

// A task between the arrival of its blocks of D and the departure of its blocks of F.
struct TaskInFlight {
  TaskId id{};
  Task task;
  TaskBlocks blocks{};
  DigestCounts counts{};  // after its digestion
};

// Not thread-safe: one per thread.
class alignas(apart) Digestor {
 public:
  using Counts = DigestCounts;
  virtual ~Digestor() = default;

  // Adds the contributions of every shell quartet of the task that passes the screen, the six updates of Szabo &
  // Ostlund's G with permutational symmetry (docs: tasks and communications), and gives the progress strategy a turn
  // between quartets, or batches of them. G is symmetric only after the final (G + G^T) / 2.
  virtual Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                        ProgressStrategy& progress) = 0;
  // The same for tasks that have the blocks I and J in common. They may share blocks of F, or memory of D. Each has the
  // quartets, the contributions and the counts that it has alone.
  virtual void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) {
    for (TaskInFlight& one : batch) one.counts = digest(one.task, screen, one.blocks, progress);
  }
};

// Digests the tasks of a batch one after the other: to the last bit, a task contributes what it does alone. Whatever
// computes them together sums over lanes that they share. Not thread-safe.
class OneByOneDigestor final : public Digestor {
 public:
  explicit OneByOneDigestor(std::unique_ptr<Digestor> digestor) : digestor_(std::move(digestor)) {}

  Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                ProgressStrategy& progress) override {
    return digestor_->digest(task, screen, blocks, progress);
  }

 private:
  std::unique_ptr<Digestor> digestor_;
};

// The density of the Coulomb part of a task, of block IJ or KL: the block of D itself (RHF), or half of D^alpha +
// D^beta (UHF). Not thread-safe: one per thread.
class CoulombDensity {
 public:
  // The partition must outlive it.
  CoulombDensity(const BlockPartition& partition, int spins);

  // Sets the task, until the next call; `blocks` must stay valid until then.
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
