// The plan of a build, made before any block moves: the surviving quartets, the tasks and their order.
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

// The ids of the tasks of a build. Each node has one copy, which successive builds reuse. Collective construction.
class TaskTable : public NodeArray<std::int64_t> {
 public:
  TaskTable(const Communicator& comm, int blocks)
      : NodeArray(comm, static_cast<std::size_t>(TaskRows(blocks).rows() + 1)) {}
};

// Collective. Screen and table must outlive the result. A space made earlier with the same table becomes invalid.
// Throws ComputationError if the ranks have different screens: they would number tasks differently, and quartets would
// be lost or counted twice without an error.
TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen,
                            TaskTable& table);

// A rank's panel of the density of a build, with both spins of a block side by side.
struct DensityPanel {
  const Ownership& ownership;
  const Matrix& panel;
};

// Memory for the tables of a plan, one copy per node. Successive plans reuse it. Collective construction; the
// communicator must outlive it.
struct PlanTables {
  PlanTables(const Communicator& world, const FockSystem& system);

  // Collective. Fills the tables for a density.
  ShellTables filled(const FockSystem& system, const DensityPanel& of) {
    density.fill(system, of.ownership, of.panel);
    return density.with(system.schwarz);
  }

  DensityTables density;
  TaskTable tasks;
};

// The part of a plan that the task loops use. All must outlive it.
struct BuildTasks {
  const TaskSource& source;
  const TaskOrder& order;
  const QuartetScreen& screen;
};

// Collective construction. The ranks count the tasks together and agree on ids and order. Throws ComputationError if
// they cannot agree, because tasks would then be lost or done twice. System and tables must outlive it.
class BuildPlan {
 public:
  // threshold: screening threshold, hartree. It does not change which primitives are dropped.
  BuildPlan(const Communicator& world, const FockSystem& system, const DensityPanel& density, PlanTables& tables,
            double threshold, const FockConfig& config);
  BuildPlan(const BuildPlan&) = delete;
  BuildPlan& operator=(const BuildPlan&) = delete;

  const QuartetScreen& screen() const { return screen_; }
  const TaskSpace& space() const { return space_; }
  const TaskOrder& order() const { return order_; }
  std::int64_t tasks() const { return space_.tasks(); }
  BuildTasks to_do() const { return {space_, order_, screen_}; }
  const std::vector<double>& estimates() const { return estimates_; }  // by id; empty if no order or record needs them
  double seconds() const { return seconds_; }                          // time of the construction

 private:
  double seconds_;
  QuartetScreen screen_;
  TaskSpace space_;
  std::vector<double> estimates_;
  TaskOrder order_;
};

}  // namespace fockproxy
