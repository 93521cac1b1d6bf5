// What there is to do in a build, before anything moves: the quartets that survive, the tasks, their order.
#pragma once

#include <vector>

#include "dense/dense_matrix.hpp"
#include "fock/fock_config.hpp"
#include "fock/fock_system.hpp"
#include "parallel/communicator.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// Collective construction. The ranks count the tasks together and agree on ids and order; throws ComputationError where
// they cannot, because tasks would then be lost and done twice. The system must outlive it.
class BuildPlan {
 public:
  // threshold: of the screening, hartree; primitives are dropped as ever.
  BuildPlan(const Communicator& world, const FockSystem& system, const SpinDense& density, double threshold,
            const FockConfig& config);
  BuildPlan(const BuildPlan&) = delete;
  BuildPlan& operator=(const BuildPlan&) = delete;

  const QuartetScreen& screen() const { return screen_; }
  const TaskSpace& space() const { return space_; }
  const TaskOrder& order() const { return order_; }
  std::int64_t tasks() const { return space_.tasks(); }
  const std::vector<double>& estimates() const { return estimates_; }  // by id; empty unless an order or a record asks
  double seconds() const { return seconds_; }                         // that making it took

 private:
  double seconds_;
  QuartetScreen screen_;
  TaskSpace space_;
  std::vector<double> estimates_;
  TaskOrder order_;
};

}  // namespace fockproxy
