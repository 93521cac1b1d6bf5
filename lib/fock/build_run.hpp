// The timed part of a build: all threads of all ranks do the tasks, with one-sided communication.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blocks/build_matrices.hpp"
#include "fock/build_backends.hpp"
#include "fock/build_plan.hpp"
#include "fock/task_team.hpp"
#include "parallel/session.hpp"

namespace fockproxy {

// The results of one run.
struct FinishedRun {
  std::vector<LoopRecord> records;  // of this rank, by thread; BuildMatrices refer to them until their next begin()
  double seconds = 0;               // on this rank, from the common start to the end of the fence

  TaskLedger ledger() const;      // of all threads of this rank
  std::int64_t quartets() const;  // likewise
  // Collective. The records of all ranks, on rank 0; empty on other ranks.
  std::vector<RankRecord> gathered_ranks(const Communicator& world) const;
  std::vector<TaskSeconds> gathered_tasks(const Communicator& world) const;
};

// The matrices, and the threads with the objects that they use. Collective construction, destruction and run(). All
// objects that it refers to must outlive it.
class BuildRun {
 public:
  BuildRun(const Session& session, const FockConfig& config, const EngineMaker& engine, BuildBackends&& backends);

  BuildMatrices& matrices() { return matrices_; }
  const BuildMatrices& matrices() const { return matrices_; }

  // Does the tasks with the density that the matrices took last. blocks: the number of blocks of the matrices. grid: as
  // in BuildMatrices::begin(). drawn: by thread, for the contributions of tasks that will be recomputed.
  FinishedRun run(const BuildTasks& tasks, int blocks, const std::optional<FockGrid>& grid,
                  std::span<DrawnTasks> drawn);

 private:
  // Seconds: the start of the tasks, the end of this rank's own tasks, the completion of its accumulates, and the
  // completion of the accumulates of all ranks.
  struct Times {
    double begin, done, completed, end;
  };
  Times work(const BuildTasks& tasks, std::span<DrawnTasks> drawn, std::vector<LoopRecord>& records);
  void note(const Times& times, int thread, LoopRecord& record) const;

  Session session_;
  const FockConfig& config_;
  TaskTeam team_;
  BuildMatrices matrices_;
};

}  // namespace fockproxy
