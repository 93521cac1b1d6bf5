#include "fock/build_plan.hpp"

#include <algorithm>
#include <numeric>

#include "support/clock.hpp"
#include "support/error.hpp"
#include "tasks/task_order.hpp"

namespace fockproxy {

namespace {

// Estimated costs of all tasks, by id (tasks/task_order.hpp). Each rank estimates a share of the tasks. Collective.
std::vector<double> estimated_task_costs(const Communicator& comm, const BasisSet& basis,
                                         const BlockPartition& partition, const QuartetScreen& screen,
                                         const TaskSpace& space) {
  std::vector<double> costs(space.tasks());
  const TaskCosts estimate(basis, partition, screen);
  // Each rank has consecutive ids: finding a task needs a search and a short scan of its row.
  const std::int64_t each = space.tasks() / comm.size(), rest = space.tasks() % comm.size();
  const auto first = [&](std::int64_t rank) { return rank * each + std::min(rank, rest); };
  for (std::int64_t id = first(comm.rank()); id < first(comm.rank() + 1); ++id)
    costs[id] = estimate.cost(space.task(TaskId{id}));
  comm.reduce_all(std::span(costs), MPI_SUM);  // zero on all ranks but one: the sum is exact
  return costs;
}

// The task order. `costs`, by id, are used only if the order needs them. Throws ComputationError if the ranks have
// different orders, because tasks would then be lost or done twice. Collective.
TaskOrder agreed_task_order(const Communicator& comm, Choice<OrderEntry> order, std::int64_t tasks,
                            std::span<const double> costs, std::uint64_t seed) {
  TaskOrder agreed(order, tasks, costs, seed);
  if (!comm.all_equal(agreed.hash()))
    throw AgreedComputationError("the ranks disagree on the order of the tasks; are all nodes of one kind?");
  return agreed;
}

}  // namespace

TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen,
                            TaskTable& table) {
  if (!comm.all_equal(screen.hash()))
    throw AgreedComputationError(
        "the ranks disagree on the screening bounds, so their task ids differ; are all nodes of one kind?");
  const TaskRows rows(partition.blocks());
  const auto first = [&](int rank) { return rows.rows() * rank / comm.size(); };
  const std::int64_t begin = first(comm.rank()), end = first(comm.rank() + 1);
  const auto first_id = table.begin();
  const auto own = first_id.subspan(begin, end - begin);
  const std::int64_t survivors = number_tasks(rows, screen, begin, end, own);
  const std::vector<std::int64_t> of_ranks = comm.all_gather(survivors);
  const auto before = std::accumulate(of_ranks.begin(), of_ranks.begin() + comm.rank(), std::int64_t{0});
  for (std::int64_t& id : own) id += before;
  if (comm.rank() == comm.size() - 1) first_id.back() = before + survivors;
  table.finish();
  return {rows, screen, table.elements()};
}

PlanTables::PlanTables(const Communicator& world, const FockSystem& system)
    : density(world, system.basis().shells()), tasks(world, system.partition.blocks()) {}

BuildPlan::BuildPlan(const Communicator& world, const FockSystem& system, const DensityPanel& density,
                     PlanTables& tables, double threshold, const FockConfig& config)
    : seconds_(now()),
      screen_(system.partition, tables.filled(system, density), threshold, config.integrals.single_below(threshold)),
      space_(agreed_task_space(world, system.partition, screen_, tables.tasks)) {
  const auto estimate = [&] {
    estimates_ = estimated_task_costs(world, system.basis(), system.partition, screen_, space_);
  };
  if (config.order.order->needs_costs) estimate();
  order_ = agreed_task_order(world, config.order.order, space_.tasks(), estimates_, config.order.seed);
  seconds_ = now() - seconds_;
  if (config.record.task_costs && estimates_.empty()) estimate();  // only for the record, so not timed
}

}  // namespace fockproxy
