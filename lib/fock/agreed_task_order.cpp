#include "fock/agreed_task_order.hpp"

#include <algorithm>

#include "support/error.hpp"
#include "tasks/task_cost.hpp"

namespace fockproxy {

std::vector<double> estimated_task_costs(const Communicator& comm, const BasisSet& basis,
                                         const BlockPartition& partition, const QuartetScreen& screen,
                                         const TaskSpace& space) {
  std::vector<double> costs(space.tasks());
  const TaskCosts estimate(basis, partition, screen);
  // Consecutive ids: looking a task up is a search and a short scan of its row.
  const std::int64_t each = space.tasks() / comm.size(), rest = space.tasks() % comm.size();
  const auto first = [&](std::int64_t rank) { return rank * each + std::min(rank, rest); };
  for (std::int64_t id = first(comm.rank()); id < first(comm.rank() + 1); ++id)
    costs[id] = estimate.cost(space.task(TaskId{id}));
  comm.reduce_all(std::span(costs), MPI_SUM);  // zero on all ranks but one: the sum is exact
  return costs;
}

TaskOrder agreed_task_order(const Communicator& comm, Choice<OrderEntry> order, std::int64_t tasks,
                            std::span<const double> costs, std::uint64_t seed) {
  TaskOrder agreed(order, tasks, costs, seed);
  if (!comm.all_equal(agreed.hash()))
    throw AgreedComputationError("the ranks disagree on the order of the tasks; are all nodes of one kind?");
  return agreed;
}

}  // namespace fockproxy
