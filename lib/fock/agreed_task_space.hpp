// The task ids of a build, counted by all ranks together and agreed on before the first ticket.
#pragma once

#include "parallel/communicator.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// Collective. The screen must outlive the result. Throws ComputationError when the ranks hold different screens: they
// would number tasks differently, and quartets would quietly be lost and counted twice.
TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen);

}  // namespace fockproxy
