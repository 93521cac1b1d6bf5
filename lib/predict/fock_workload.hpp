// The task loop of a Fock build as a workload of a machine: dealing, gets, computing and accumulates, rank by rank.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "matrices/block_layout.hpp"
#include "predict/dealing.hpp"
#include "predict/machine.hpp"
#include "predict/nodes.hpp"
#include "tasks/task.hpp"

namespace fockproxy::predict {

// Kinds of Operation in this workload. draw: of the dealing.
enum FockOperation : int { draw, get, accumulate, held };

struct PredictedTask {
  Task task;
  double seconds;             // of computing
  std::int64_t quartets = 1;  // unique shell quartets computed; 0: nothing is added to F
};

// What an operation costs, by its kind and its size. The workload sets target and kind.
using OperationCosts = std::function<Operation(FockOperation kind, double bytes)>;

struct FockWorkloadOptions {
  std::span<const PredictedTask> tasks;  // by position; must outlive the workload
  const BlockLayout* layout;             // of D and F; must outlive it
  double stretch = 1;                    // tasks last so many times their seconds
  double bytes_of_draw = 8;              // of an operation of the dealing
  bool holds = true;                     // --cache ijk: IJ, IK and JK stay while tasks share them; else none
  int ranks_per_node = 0;                // 0: all ranks are on one node
  int ghosts = 0;                        // of each node
  OperationCosts far = {};               // of operations between nodes; empty: as those within one
};

// Each operation is complete before the next is issued (--complete each).
class FockWorkload final : public Workload {
 public:
  // dealing: of the ranks that are no ghosts, and as many tasks. costs: of operations within a node.
  FockWorkload(int ranks, const FockWorkloadOptions& options, std::unique_ptr<Dealing> dealing, OperationCosts costs);

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
    PositionRange range{0, 0};        // what is left of what was dealt last
    bool deals = false, dry = false;  // deals: the operation under way is of the dealing; dry: nothing is left to deal
    double seconds = 0;               // of the present task
    Task held{-1, -1, -1, -1};        // whose IJ, IK and JK are held; L does not matter
    int at = 0, count = 0;            // in the plan
    std::array<Planned, 2 * block_roles + 1> plan{};
  };

  Step in_loop(int rank);
  void plan_task(Rank& self, const PredictedTask& next);
  void plan_release(Rank& self, const Task* next);
  Step operate(int rank, FockOperation kind, double bytes, int target) const;

  FockWorkloadOptions options_;
  OperationCosts costs_;
  Nodes nodes_;
  Ownership owners_;  // ghosts, too, own blocks
  std::unique_ptr<Dealing> dealing_;
  std::vector<Rank> ranks_;
  std::vector<int> woken_;  // of the last step
};

}  // namespace fockproxy::predict
