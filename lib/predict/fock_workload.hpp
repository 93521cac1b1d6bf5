// The task loop of a Fock build as a workload of a machine: dealing, gets, computation and accumulates of each rank.
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
#include "record/trace.hpp"
#include "tasks/task.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy::predict {

// The kinds of Operation in this workload. draw: an operation of the dealing.
enum FockOperation : int { draw, get, accumulate, held };

struct PredictedTask {
  Task task;
  double seconds;             // of its computation
  std::int64_t quartets = 1;  // unique shell quartets computed; 0: nothing is added to F
};

// The costs of an operation, by its kind and its size. The workload sets target and kind.
using OperationCosts = std::function<Operation(FockOperation kind, double bytes)>;

struct FockWorkloadOptions {
  std::span<const PredictedTask> tasks;  // by id; must outlive the workload
  const BlockLayout* layout;             // of D and F; must outlive it
  const TaskOrder* order = nullptr;      // in which the tasks are dealt; must outlive it; nullptr: natural
  double stretch = 1;                    // tasks last this many times their seconds
  double bytes_of_draw = 8;              // of an operation of the dealing
  bool holds = true;                     // --cache ijk: IJ, IK and JK are kept while tasks share them; else none
  int ranks_per_node = 0;                // 0: all ranks are on one node
  int ghosts = 0;                        // on each node
  OperationCosts far = {};               // for operations between nodes; empty: the same as within a node
};

// Each operation is complete before the next is issued (--complete each).
class FockWorkload final : public Workload {
 public:
  // dealing: for the ranks that are not ghosts, and the same number of tasks. costs: of operations within a node.
  FockWorkload(int ranks, const FockWorkloadOptions& options, std::unique_ptr<Dealing> dealing, OperationCosts costs);

  Step next(int rank) override;
  void take_effect(int rank) override;

  const Ownership& ownership() const { return owners_; }
  const Nodes& nodes() const { return nodes_; }
  TaskId id_at(Position position) const;
  const Task& task(TaskId id) const { return options_.tasks[static_cast<std::size_t>(number(id))].task; }
  // The present step of a rank as an event of a trace, without target and times. Its id is the position of the task to
  // which it belongs; -1: to none.
  TraceEvent event(int rank) const;

 private:
  // One step of a task: computation, or the transfer of a block.
  struct Planned {
    SpanKind kind;
    int row = 0, column = 0;
  };
  struct Rank {
    PositionRange range{0, 0};        // the rest of the last range
    bool deals = false, dry = false;  // deals: the current operation is one of the dealing; dry: no position is left
    SpanKind doing = SpanKind::idle;  // the kind of the present step
    std::int64_t position = -1;       // of the present task; -1: there is none
    double seconds = 0;               // of the present task
    Task held{-1, -1, -1, -1};        // the task whose IJ, IK and JK are held; L has no meaning
    int at = 0, count = 0;            // in the plan
    std::array<Planned, 2 * block_roles + 1> plan{};
  };

  double bytes_of(const Planned& step) const;
  Step in_loop(int rank);
  void plan_task(Rank& self, const PredictedTask& next);
  void plan_release(Rank& self, const Task* next);
  Step operate(int rank, FockOperation kind, double bytes, int target) const;

  FockWorkloadOptions options_;
  OperationCosts costs_;
  Nodes nodes_;
  Ownership owners_;  // ghosts also own blocks
  std::unique_ptr<Dealing> dealing_;
  std::vector<Rank> ranks_;
  std::vector<int> woken_;  // by the last step
};

}  // namespace fockproxy::predict
