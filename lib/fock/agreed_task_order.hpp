// The order of the tasks of a build. All ranks estimate the costs together and agree before the first ticket.
#pragma once

#include <vector>

#include "parallel/communicator.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// Collective: each rank estimates (tasks/task_cost.hpp) its share of the tasks; all ranks get all costs, by id.
std::vector<double> estimated_task_costs(const Communicator& comm, const BasisSet& basis,
                                         const BlockPartition& partition, const QuartetScreen& screen,
                                         const TaskSpace& space);

// Collective. costs: by id; used only if the order needs them. Throws ComputationError if the ranks have different
// orders, because tasks would then be lost or done twice.
TaskOrder agreed_task_order(const Communicator& comm, Choice<OrderEntry> order, std::int64_t tasks,
                            std::span<const double> costs, std::uint64_t seed);

}  // namespace fockproxy
