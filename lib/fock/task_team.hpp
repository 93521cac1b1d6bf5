// Those who do the tasks of a rank: its threads, and what each of them works with.
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

// Makes what computes the tasks of a thread. Local; called once for each thread.
using EngineMaker = std::function<std::unique_ptr<Engine>()>;

// Each thread has an engine, transfers, a cache and a record of its own, and the D blocks that they hold are shared. A
// thread draws for itself where threads may be inside MPI together and the counter lets several in; else what the rank
// draws is shared out among them. Collective construction and destruction, begin() and end(). What it refers to
// must outlive it.
class TaskTeam {
 public:
  // Takes the distributor and the progress strategy of the backends.
  TaskTeam(const Session& session, const FockConfig& config, const EngineMaker& engine, BuildBackends& backends);

  int threads() const { return team_.size(); }
  ThreadCalls& calls() { return *calls_; }
  bool works() const { return distributor_->works(); }

  // The next build has so many tasks.
  void begin(std::int64_t tasks);
  // Local: all threads at work until nothing is left to do. drawn, records: by thread.
  void run(const BuildTasks& tasks, BuildMatrices& matrices, std::span<DrawnTasks> drawn,
           std::span<LoopRecord> records);
  // After it, with no communication under way.
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
  std::vector<std::unique_ptr<Distributor>> thread_draws_;  // by thread; empty where there is one
  std::unique_ptr<ProgressStrategy> progress_;              // thread 0's
  std::vector<std::unique_ptr<ProgressStrategy>> no_progress_;
};

}  // namespace fockproxy
