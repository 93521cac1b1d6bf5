// The order of the tasks of a build, estimated by all ranks together and agreed on before the first ticket.
#pragma once

#include <vector>

#include "parallel/communicator.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// Collective: every rank estimates (tasks/task_cost.hpp) its share of the tasks, and all get all of them, by id.
std::vector<double> estimated_task_costs(const Communicator& comm, const BasisSet& basis,
                                         const BlockPartition& partition, const QuartetScreen& screen,
                                         const TaskSpace& space);

// Collective. costs: by id; not looked at unless the order needs them. Throws ComputationError when the ranks end up
// with different orders: tasks would be lost and done twice.
TaskOrder agreed_task_order(const Communicator& comm, Choice<OrderEntry> order, std::int64_t tasks,
                            std::span<const double> costs, std::uint64_t seed);

}  // namespace fockproxy
