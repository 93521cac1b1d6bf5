#include "fock/agreed_task_space.hpp"

#include <numeric>

#include "support/error.hpp"

namespace fockproxy {

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

}  // namespace fockproxy
