// A recorded Fock build made again, on any number of ranks: the program's own loop, counters, caches and windows, with
// work of the recorded length in place of integrals and digestion.
#pragma once

#include "fock/build_run.hpp"
#include "fock/fock_build.hpp"
#include "parallel/session.hpp"
#include "replay/recorded_tasks.hpp"
#include "replay/replay_engine.hpp"

namespace fockproxy {

// D has small integers as elements, and so has what tasks add to F: every element of F is known exactly, however the
// tasks were dealt out and in whatever order they arrived. Construction, destruction and build() are collective. What
// it refers to must outlive it.
class Replay {
 public:
  Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config, const ReplayOptions& options);
  // Uses these backends instead of those that `config` names.
  Replay(const Session& session, const RecordedTasks& tasks, const FockConfig& config, const ReplayOptions& options,
         BuildBackends backends);

  const FockConfig& config() const { return config_; }
  // One build with its verdict: tasks that are lost, repeated or invented, blocks of D that arrived wrong, and every
  // element of F. The result has no matrix G.
  FinishedBuild build();

 private:
  Verification verify(const FinishedRun& run);
  Check check_assembled() const;

  Session session_;
  const RecordedTasks& tasks_;
  FockConfig config_;
  SyntheticWork work_;
  BlockPartition partition_;
  Matrix ones_;                        // blocks x blocks: bounds and densities of a screen that keeps everything
  QuartetScreen screen_;               // of these
  TaskOrder order_;                    // costs are the recorded seconds
  std::vector<std::int64_t> weights_;  // blocks x blocks: the sum over the tasks and roles of each block
  std::vector<DrawnTasks> drawn_;      // by thread; none is drawn
  BuildRun run_;
};

}  // namespace fockproxy
