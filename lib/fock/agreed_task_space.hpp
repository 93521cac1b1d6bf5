// The task ids of a build, counted by all ranks together and agreed on before the first ticket.
#pragma once

#include <cstdint>

#include "parallel/communicator.hpp"
#include "parallel/node_array.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {

// One copy for a node, to be used for one build after another. Collective construction.
class TaskTable : public NodeArray<std::int64_t> {
 public:
  TaskTable(const Communicator& comm, int blocks)
      : NodeArray(comm, static_cast<std::size_t>(TaskRows(blocks).rows() + 1)) {}
};

// Collective. Screen and table must outlive the result; of a space made with the same table before, nothing is left.
// Throws ComputationError when the ranks hold different screens: they would number tasks differently, and quartets
// would quietly be lost and counted twice.
TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen,
                            TaskTable& table);

}  // namespace fockproxy
