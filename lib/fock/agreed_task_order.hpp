// The order of the tasks of a build, estimated by all ranks together and agreed on before the first ticket.
#pragma once

#include "parallel/communicator.hpp"
#include "tasks/task_order.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// Collective: every rank estimates the costs of its share of the tasks, and all get all of them. Throws
// ComputationError when the ranks end up with different orders: tasks would be lost and done twice.
TaskOrder agreed_task_order(const Communicator& comm, const BasisSet& basis, const BlockPartition& partition,
                            const QuartetScreen& screen, const TaskSpace& space, std::string_view name,
                            std::uint64_t seed);

}  // namespace fockproxy
