#include "fock/agreed_task_space.hpp"

#include "support/error.hpp"

namespace fockproxy {

TaskSpace agreed_task_space(const Communicator& comm, const BlockPartition& partition, const QuartetScreen& screen) {
  if (!comm.all_equal(screen.hash()))
    throw AgreedComputationError(
        "the ranks disagree on the screening bounds, so their task ids differ; are all nodes of one kind?");
  const TaskRows rows(partition.blocks());
  std::vector<std::int64_t> counts(rows.rows());
  count_tasks(rows, screen, comm.rank(), comm.size(), counts);
  comm.reduce_all(std::span(counts), MPI_SUM);
  return TaskSpace(rows, screen, std::move(counts));
}

}  // namespace fockproxy
