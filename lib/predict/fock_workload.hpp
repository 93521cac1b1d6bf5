// The task loop of a Fock build as a workload of a machine: draws, gets, computing and accumulates, rank by rank.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "matrices/block_layout.hpp"
#include "predict/machine.hpp"
#include "tasks/schedule.hpp"
#include "tasks/task.hpp"

namespace fockproxy::predict {

// Kinds of Operation in this workload.
enum FockOperation : int { draw, get, accumulate, held };

struct PredictedTask {
  Task task;
  double seconds;             // of computing
  std::int64_t quartets = 1;  // unique shell quartets computed; 0: nothing is added to F
};

// What an operation costs, by its kind and its size. The workload sets target and kind.
using OperationCosts = std::function<Operation(FockOperation kind, double bytes)>;

struct FockWorkloadOptions {
  std::span<const PredictedTask> tasks;      // by position; must outlive the workload
  const BlockLayout* layout;                 // of D and F; must outlive it
  std::shared_ptr<const Schedule> schedule;  // for the ranks that work
  int idle_ranks = 0;                        // the first so many do no tasks (Case 2 of van Dam et al.)
  int counter_home = 0;
  bool holds = true;  // --cache ijk: IJ, IK and JK stay while tasks share them; else none
};

// Each operation is complete before the next is issued (--complete each).
class FockWorkload final : public Workload {
 public:
  FockWorkload(int ranks, const FockWorkloadOptions& options, OperationCosts costs);

  Step next(int rank) override;
  void take_effect(int rank) override;

  const Ownership& ownership() const { return owners_; }

 private:
  // One step of a task: the transfer of a block, or computing where `kind` says so.
  struct Planned {
    static constexpr int computing = -1;
    int kind;
    int row = 0, column = 0;
  };
  struct Rank {
    PositionRange range{0, 0};  // of the ticket, what is left of it
    Ticket ticket{};
    bool started = false, drew = false, dry = false;  // drew: the operation under way is a draw
    double seconds = 0;                               // of the present task
    Task held{-1, -1, -1, -1};                        // whose IJ, IK and JK are held; L does not matter
    int at = 0, count = 0;                            // in the plan
    std::array<Planned, 2 * block_roles + 1> plan{};
  };

  void plan_task(Rank& self, const PredictedTask& next);
  void plan_release(Rank& self, const Task* next);
  Step operate(FockOperation kind, double bytes, int target) const;

  FockWorkloadOptions options_;
  OperationCosts costs_;
  Ownership owners_;
  std::vector<Rank> ranks_;
  std::int64_t value_ = 0;  // of the counter
};

}  // namespace fockproxy::predict
