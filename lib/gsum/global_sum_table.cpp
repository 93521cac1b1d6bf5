// The table of methods. A new one: one file with a make function, its declaration and its line here.
#include "gsum/global_sum.hpp"

namespace fockproxy {

std::unique_ptr<GlobalSum> make_allreduce(const GlobalSumContext&);
std::unique_ptr<GlobalSum> make_reduce_broadcast(const GlobalSumContext&);
std::unique_ptr<GlobalSum> make_pipelined_allreduce(const GlobalSumContext&);
std::unique_ptr<GlobalSum> make_owner_sum(const GlobalSumContext&);
std::unique_ptr<GlobalSum> make_distributed_sum(const GlobalSumContext&);
std::unique_ptr<GlobalSum> make_node_sum(const GlobalSumContext&);

std::span<const GlobalSumEntry> global_sum_table() {
  static const GlobalSumEntry table[] = {
      {.name = "allreduce", .summary = "MPI_Allreduce, chunk after chunk", .make = make_allreduce},
      {.name = "reduce-bcast",
       .summary = "MPI_Reduce, then MPI_Bcast, chunk after chunk",
       .make = make_reduce_broadcast},
      {.name = "iallreduce",
       .summary = "MPI_Iallreduce of all chunks, started together",
       .make = make_pipelined_allreduce},
      {.name = "owner",
       .summary = "accumulated into rank 0's window, fetched from there",
       .has_windows = true,
       .make = make_owner_sum},
      {.name = "distributed",
       .summary = "accumulated into a window spread over all ranks, fetched from all",
       .has_windows = true,
       .make = make_distributed_sum},
      {.name = "node",
       .summary = "through memory that the node shares, MPI_Allreduce between nodes",
       .make = make_node_sum},
  };
  return table;
}

const GlobalSumEntry& look_up(Type<GlobalSumEntry>, std::string_view name) {
  return entry_of(global_sum_table(), "global sum", name);
}

}  // namespace fockproxy
