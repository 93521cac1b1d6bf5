// The engine of a replay, in place of integrals and digestion.
#pragma once

#include <cstdint>

#include "digestion/engine.hpp"
#include "experiment/busy_work.hpp"
#include "replay/recorded_tasks.hpp"

namespace fockproxy {

// How a task spends its time: with busy or sleeping work (experiment/busy_work.hpp).
struct ReplayOptions {
  WorkKind work = WorkKind::busy;
  double stretch = 1;  // tasks last this many times as long as recorded
};

// The contribution of a task to each of its six blocks of F is the block of D at the same place times this weight. The
// weight is a small integer, 0 for a task without quartets.
std::int64_t replay_weight(TaskId id, const predict::PredictedTask& task);

// Adds these contributions and then spends the rest of the task's time. A sleeping rank makes no progress, like a
// computing one. Local; one per thread. All arguments must outlive it.
class ReplayEngine final : public Engine {
 public:
  ReplayEngine(const RecordedTasks& tasks, const SyntheticWork& work, double stretch)
      : tasks_(tasks), work_(work), stretch_(stretch) {}

  void submit(std::span<TaskInFlight> batch, const QuartetScreen&) override { batch_ = batch; }
  void wait(ProgressStrategy& progress) override;

 private:
  void add_contributions(const TaskInFlight& one, std::int64_t weight) const;

  const RecordedTasks& tasks_;
  const SyntheticWork& work_;
  double stretch_;
  std::span<TaskInFlight> batch_;
};

}  // namespace fockproxy
