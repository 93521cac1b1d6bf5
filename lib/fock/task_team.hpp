// The threads of a rank that do its tasks, with the objects that each of them uses.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "blocks/build_matrices.hpp"
#include "counters/shared_draws.hpp"
#include "digestion/engine.hpp"
#include "fock/build_backends.hpp"
#include "fock/task_loop.hpp"
#include "parallel/session.hpp"
#include "parallel/thread_team.hpp"

namespace fockproxy {

// Makes the engine of a thread. Local; called once for each thread.
using EngineMaker = std::function<std::unique_ptr<Engine>()>;

// Each thread has its own engine, transfers, cache and record, and the threads share the D blocks that they hold on the
// host. A thread draws for itself if several threads may be inside MPI at a time and the counter allows it. Otherwise
// the threads share the draws of the rank, in batches of the tasks that a thread has in flight. Collective construction
// and destruction, begin() and end(). All objects that it refers to must outlive it.
class TaskTeam {
 public:
  // Takes the distributor and the progress strategy of the backends.
  TaskTeam(const Session& session, const FockConfig& config, const EngineMaker& engine, BuildBackends& backends);

  int threads() const { return team_.size(); }
  ThreadCalls& calls() { return *calls_; }
  std::vector<BlockMemory*> memories() const;  // by thread: Engine::memory(), where its blocks must be
  bool works() const { return distributor_->works(); }

  // Begins a build of `tasks` tasks.
  void begin(std::int64_t tasks);
  // Local. All threads work until no task is left. drawn, records: by thread.
  void run(const BuildTasks& tasks, BuildMatrices& matrices, std::span<DrawnTasks> drawn,
           std::span<LoopRecord> records);
  // Call it after run(), with no communication under way.
  void end() { progress_->stop(); }
  const ProgressReport& progress_report() const { return progress_->report(); }  // local

 private:
  ProgressStrategy& progress(int thread) { return thread == 0 ? *progress_ : *no_progress_[thread - 1]; }
  Distributor& work(int thread);
  std::unique_ptr<Distributor> draws_of(int thread);
  void run_thread(int thread, const BuildTasks& tasks, BlockCache& blocks, DrawnTasks& drawn, LoopRecord& record);

  Session session_;
  const FockConfig& config_;
  std::unique_ptr<ThreadCalls> calls_;
  ThreadTeam team_;
  std::vector<std::unique_ptr<Engine>> engines_;  // by thread
  std::unique_ptr<Distributor> distributor_;
  SharedDraws draws_;
  std::vector<std::unique_ptr<Distributor>> thread_draws_;  // by thread; empty if a thread draws through draws_
  std::unique_ptr<ProgressStrategy> progress_;              // of thread 0
  std::vector<std::unique_ptr<ProgressStrategy>> no_progress_;
};

}  // namespace fockproxy
