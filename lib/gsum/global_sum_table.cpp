// The table of methods. A new one needs one file with a make function, its declaration and its line here.
#include "gsum/global_sum.hpp"

namespace fockproxy {

template <class T>
std::unique_ptr<GlobalSumOf<T>> make_allreduce(const GlobalSumContext&);
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_reduce_broadcast(const GlobalSumContext&);
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_pipelined_allreduce(const GlobalSumContext&);
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_owner_sum(const GlobalSumContext&);
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_distributed_sum(const GlobalSumContext&);
template <class T>
std::unique_ptr<GlobalSumOf<T>> make_node_sum(const GlobalSumContext&);

std::span<const GlobalSumEntry> global_sum_table() {
  static const GlobalSumEntry table[] = {
      {.name = "allreduce",
       .summary = "MPI_Allreduce, chunk after chunk",
       .make = make_allreduce<double>,
       .make_integers = make_allreduce<std::int64_t>},
      {.name = "reduce-bcast",
       .summary = "MPI_Reduce, then MPI_Bcast, chunk after chunk",
       .make = make_reduce_broadcast<double>,
       .make_integers = make_reduce_broadcast<std::int64_t>},
      {.name = "iallreduce",
       .summary = "MPI_Iallreduce of all chunks, started together",
       .make = make_pipelined_allreduce<double>,
       .make_integers = make_pipelined_allreduce<std::int64_t>},
      {.name = "owner",
       .summary = "accumulated into rank 0's window, fetched from there",
       .has_windows = true,
       .make = make_owner_sum<double>,
       .make_integers = make_owner_sum<std::int64_t>},
      {.name = "distributed",
       .summary = "accumulated into a window spread over all ranks, fetched from all",
       .has_windows = true,
       .make = make_distributed_sum<double>,
       .make_integers = make_distributed_sum<std::int64_t>},
      {.name = "node",
       .summary = "through memory that the node shares, MPI_Allreduce between nodes",
       .make = make_node_sum<double>,
       .make_integers = make_node_sum<std::int64_t>},
  };
  return table;
}

const GlobalSumEntry& look_up(Type<GlobalSumEntry>, std::string_view name) {
  return entry_of(global_sum_table(), "global sum", name);
}

}  // namespace fockproxy
