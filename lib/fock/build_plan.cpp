#include "fock/build_plan.hpp"

#include "fock/agreed_task_order.hpp"
#include "fock/agreed_task_space.hpp"
#include "fock/density_maxima.hpp"
#include "support/clock.hpp"

namespace fockproxy {

BuildPlan::BuildPlan(const Communicator& world, const FockSystem& system, const SpinDense& density,
                     double threshold, const FockConfig& config)
    : seconds_(now()),
      screen_(system.basis(), system.partition, system.schwarz, density_maxima(system.basis(), density),
              threshold),
      space_(agreed_task_space(world, system.partition, screen_)) {
  const auto estimate = [&] {
    estimates_ = estimated_task_costs(world, system.basis(), system.partition, screen_, space_);
  };
  if (config.order.order->needs_costs) estimate();
  order_ = agreed_task_order(world, config.order.order, space_.tasks(), estimates_, config.order.seed);
  seconds_ = now() - seconds_;
  if (config.record.task_costs && estimates_.empty()) estimate();  // nobody's time but the record's
}

}  // namespace fockproxy
