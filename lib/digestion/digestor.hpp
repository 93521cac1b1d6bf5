// Digestion: the contraction of the integrals of a task with six blocks of D into six blocks of F.
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

// The work of a digestion for one task.
struct DigestCounts {
  std::int64_t quartets = 0;
  std::int64_t integrals = 0;
};

// A task after its blocks of D have arrived and before its blocks of F are sent.
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

  // Adds the contributions of every shell quartet of the task that passes the screen. These are the six updates of
  // Szabo & Ostlund's G with permutational symmetry (docs: tasks and communications). Gives the progress strategy a
  // turn between quartets or batches of them. G is symmetric only after the final (G + G^T) / 2.
  virtual Counts digest(const Task& task, const QuartetScreen& screen, const TaskBlocks& blocks,
                        ProgressStrategy& progress) = 0;
  // The same for several tasks with the same blocks I and J. They may share blocks of F, or memory of D. The quartets,
  // contributions and counts of each task are those that it has alone.
  virtual void digest_batch(std::span<TaskInFlight> batch, const QuartetScreen& screen, ProgressStrategy& progress) {
    for (TaskInFlight& one : batch) one.counts = digest(one.task, screen, one.blocks, progress);
  }
};

// Digests the tasks of a batch one after the other. The contribution of a task is then the same as alone, to the last
// bit. Other digestors sum over lanes that several tasks share. Not thread-safe.
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

// The density of the Coulomb part of a task, for block IJ or KL: the block of D itself (RHF), or half of D^alpha +
// D^beta (UHF). Not thread-safe: one per thread.
class CoulombDensity {
 public:
  // The partition must outlive it.
  CoulombDensity(const BlockPartition& partition, int spins);

  // Sets the task. `blocks` must stay valid until the next call.
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
