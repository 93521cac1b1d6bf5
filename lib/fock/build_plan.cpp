#include "fock/build_plan.hpp"

#include "fock/agreed_task_order.hpp"
#include "support/clock.hpp"

namespace fockproxy {

PlanTables::PlanTables(const Communicator& world, const FockSystem& system)
    : density(world, system.basis().shells()), tasks(world, system.partition.blocks()) {}

BuildPlan::BuildPlan(const Communicator& world, const FockSystem& system, const DensityPanel& density,
                     PlanTables& tables, double threshold, const FockConfig& config)
    : seconds_(now()),
      screen_(system.partition, tables.filled(system, density), threshold,
              config.integrals.single_below(threshold)),
      space_(agreed_task_space(world, system.partition, screen_, tables.tasks)) {
  const auto estimate = [&] {
    estimates_ = estimated_task_costs(world, system.basis(), system.partition, screen_, space_);
  };
  if (config.order.order->needs_costs) estimate();
  order_ = agreed_task_order(world, config.order.order, space_.tasks(), estimates_, config.order.seed);
  seconds_ = now() - seconds_;
  if (config.record.task_costs && estimates_.empty()) estimate();  // nobody's time but the record's
}

}  // namespace fockproxy
