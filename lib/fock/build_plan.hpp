// What there is to do in a build, before anything moves: the quartets that survive, the tasks, their order.
#pragma once

#include <cstdint>
#include <vector>

#include "digestion/fock_system.hpp"
#include "fock/density_tables.hpp"
#include "fock/fock_config.hpp"
#include "parallel/communicator.hpp"
#include "parallel/node_array.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// The ids of the tasks of a build. A node has one copy, which one build after another uses. Collective construction.
class TaskTable : public NodeArray<std::int64_t> {
 public:
  TaskTable(const Communicator& comm, int blocks)
      : NodeArray(comm, static_cast<std::size_t>(TaskRows(blocks).rows() + 1)) {}
};

// Collective. Screen and table must outlive the result; of a space made with the same table before, nothing is left.
// Throws ComputationError when the ranks hold different screens: they would number tasks differently, and quartets
// would quietly be lost and counted twice.
TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen,
                            TaskTable& table);

// A rank's part of the density of a build, both spins of a block side by side.
struct DensityPanel {
  const Ownership& ownership;
  const Matrix& panel;
};

// Memory for the tables of a plan, one copy for a node: for one plan after another. Collective construction; the
// communicator must outlive it.
struct PlanTables {
  PlanTables(const Communicator& world, const FockSystem& system);

  // Collective.
  ShellTables filled(const FockSystem& system, const DensityPanel& of) {
    density.fill(system, of.ownership, of.panel);
    return density.with(system.schwarz);
  }

  DensityTables density;
  TaskTable tasks;
};

// What a build does, as its task loops see it. All must outlive it.
struct BuildTasks {
  const TaskSource& source;
  const TaskOrder& order;
  const QuartetScreen& screen;
};

// Collective construction. The ranks count the tasks together and agree on ids and order; throws ComputationError where
// they cannot, because tasks would then be lost and done twice. System and tables must outlive it.
class BuildPlan {
 public:
  // threshold: of the screening, hartree; primitives are dropped as ever.
  BuildPlan(const Communicator& world, const FockSystem& system, const DensityPanel& density, PlanTables& tables,
            double threshold, const FockConfig& config);
  BuildPlan(const BuildPlan&) = delete;
  BuildPlan& operator=(const BuildPlan&) = delete;

  const QuartetScreen& screen() const { return screen_; }
  const TaskSpace& space() const { return space_; }
  const TaskOrder& order() const { return order_; }
  std::int64_t tasks() const { return space_.tasks(); }
  BuildTasks to_do() const { return {space_, order_, screen_}; }
  const std::vector<double>& estimates() const { return estimates_; }  // by id; empty unless an order or a record asks
  double seconds() const { return seconds_; }                          // that making it took

 private:
  double seconds_;
  QuartetScreen screen_;
  TaskSpace space_;
  std::vector<double> estimates_;
  TaskOrder order_;
};

}  // namespace fockproxy
