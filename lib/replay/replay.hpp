// Repeats a recorded Fock build on any number of ranks with the program's own loop, counters, caches and windows. Work
// of the recorded length replaces integrals and digestion.
#pragma once

#include <functional>

#include "fock/build_run.hpp"
#include "fock/fock_build.hpp"
#include "parallel/session.hpp"
#include "replay/recorded_tasks.hpp"
#include "replay/replay_engine.hpp"

namespace fockproxy {

// The order in which recorded tasks are dealt out. The cost of a task is its recorded time, `seconds`. Local.
TaskOrder recorded_order(const OrderOptions& options, std::int64_t tasks, const std::function<double(TaskId)>& seconds);

// The elements of D and of the contributions to F are small integers. So every element of F is known exactly, for any
// dealing of the tasks and any order of arrival. Construction, destruction and build() are collective. All objects that
// it refers to must outlive it.
class Replay {
 public:
  Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config, const ReplayOptions& options);
  // Uses these backends instead of those that `config` names.
  Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config, const ReplayOptions& options,
         BuildBackends backends);

  const FockConfig& config() const { return config_; }
  // One build with its verdict, which detects tasks that are lost, repeated or invented, wrong blocks of D, and every
  // wrong element of F. The result has no matrix G.
  FinishedBuild build();

 private:
  Verification verify(const FinishedRun& run);
  Check check_assembled() const;

  Session session_;
  const RecordedTasks& tasks_;
  FockConfig config_;
  SyntheticWork work_;
  BlockPartition partition_;
  Matrix ones_;                        // blocks x blocks: bounds and densities for a screen that keeps everything
  QuartetScreen screen_;               // with these
  TaskOrder order_;                    // the costs are the recorded seconds
  std::vector<std::int64_t> weights_;  // blocks x blocks: the sum over the tasks and roles of each block
  std::vector<DrawnTasks> drawn_;      // by thread; no task is drawn
  BuildRun run_;
};

}  // namespace fockproxy
