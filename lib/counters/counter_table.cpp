// The table of counters. A new backend needs one file with a make function, its declaration and its line here.
#include <vector>

#include "counters/counter.hpp"
#include "parallel/global_arrays.hpp"
#include "parallel/openshmem.hpp"
#include "support/error.hpp"

namespace fockproxy {

void Counter::start_fetch_add(std::int64_t) { throw UsageError("this counter cannot draw in two halves"); }
std::int64_t Counter::finish_fetch_add() { throw UsageError("this counter cannot draw in two halves"); }

std::unique_ptr<Counter> make_mpi3_counter(const CounterContext&);
std::unique_ptr<Counter> make_get_accumulate_counter(const CounterContext&);
std::unique_ptr<Counter> make_compare_and_swap_counter(const CounterContext&);
std::unique_ptr<Counter> make_mpi2_counter(const CounterContext&);
std::unique_ptr<Counter> make_tree_counter(const CounterContext&);
std::unique_ptr<Counter> make_queueing_mutex_counter(const CounterContext&);
std::unique_ptr<Counter> make_mcs_mutex_counter(const CounterContext&);
std::unique_ptr<Counter> make_server_rank_counter(const CounterContext&);
std::unique_ptr<Counter> make_server_thread_counter(const CounterContext&);
#if FOCKPROXY_WITH_GA
std::unique_ptr<Counter> make_ga_counter(const CounterContext&);
std::unique_ptr<Counter> make_armci_counter(const CounterContext&);
constexpr std::string_view no_global_arrays = "";
#else
constexpr std::unique_ptr<Counter> (*make_ga_counter)(const CounterContext&) = nullptr;
constexpr std::unique_ptr<Counter> (*make_armci_counter)(const CounterContext&) = nullptr;
constexpr std::string_view no_global_arrays = without_global_arrays;
#endif

#if FOCKPROXY_WITH_OPENSHMEM
std::unique_ptr<Counter> make_shmem_counter(const CounterContext&);
#else
constexpr std::unique_ptr<Counter> (*make_shmem_counter)(const CounterContext&) = nullptr;
#endif

constexpr std::string_view held_lock = "a lock held for a whole task is not a prefetch";

// NOLINTNEXTLINE(readability-function-size): the table is as long as there are counters
std::span<const CounterEntry> counter_table() {
  static const std::vector<CounterEntry> table = {
      {.name = "mpi3", .summary = "MPI_Fetch_and_op and MPI_Win_flush", .make = make_mpi3_counter},
      {.name = "mpi3-getacc", .summary = "MPI_Get_accumulate and MPI_Win_flush", .make = make_get_accumulate_counter},
      {.name = "mpi3-cas",
       .summary = "MPI_Compare_and_swap, repeated until no other rank has changed the value in between",
       .no_prefetch = "what a compare-and-swap found decides the next try, so it has to be waited for",
       .make = make_compare_and_swap_counter},
      {.name = "mpi2",
       .summary = "under one exclusive lock: get the slots of all other ranks, put the own one (Gropp, Lusk & Thakur)",
       .no_prefetch = held_lock,
       .exclusive = true,
       .word_a_rank = true,
       .make = make_mpi2_counter},
      {.name = "helper",
       .summary = "mpi2 with a helper thread per rank blocked in MPI (Case 3 of van Dam et al. 2008)",
       .no_prefetch = held_lock,
       .exclusive = true,
       .word_a_rank = true,
       .progress = "helper-block",
       .make = make_mpi2_counter},
      {.name = "mpi2-tree",
       .summary = "under one exclusive lock: a tree of partial sums, log2 n levels for n ranks (Gropp, Lusk & Thakur)",
       .no_prefetch = held_lock,
       .exclusive = true,
       .make = make_tree_counter},
      {.name = "mpi2-mutex",
       .summary = "get and put under the queueing mutex of Latham, Ross & Thakur, as ARMCI does on MPI-2",
       .no_prefetch = held_lock,
       .exclusive = true,
       .make = make_queueing_mutex_counter},
      {.name = "mcs-mutex",
       .summary = "get and put under a lock of Mellor-Crummey & Scott on MPI-3 atomics",
       .no_prefetch = held_lock,
       .exclusive = true,
       .make = make_mcs_mutex_counter},
      {.name = "server-rank",
       .summary = "rank 0 answers requests and does no work (NXTVAL of TCGMSG)",
       .has_windows = false,
       .min_ranks = 2,
       .make = make_server_rank_counter},
      {.name = "server-thread",
       .summary = "a thread of rank 0 answers requests, and rank 0 works too",
       .has_windows = false,
       .thread_level = MPI_THREAD_MULTIPLE,
       .make = make_server_thread_counter},
      {.name = "ga",
       .summary = "NGA_Read_inc of Global Arrays",
       .needs_global_arrays = true,
       .has_windows = false,
       .no_prefetch = "NGA_Read_inc returns with the value",
       .make = make_ga_counter,
       .unsupported = no_global_arrays},
      {.name = "armci",
       .summary = "ARMCI_Rmw on an allocation of ARMCI",
       .needs_global_arrays = true,
       .has_windows = false,
       .no_prefetch = "ARMCI_Rmw returns with the value",
       .make = make_armci_counter,
       .unsupported = no_global_arrays},
      {.name = "shmem",
       .summary = "shmem_atomic_fetch_add of OpenSHMEM",
       .needs_openshmem = true,
       .has_windows = false,
       .no_prefetch = "shmem_atomic_fetch_add returns with the value",
       .make = make_shmem_counter,
       .unsupported = without_openshmem()},
  };
  return table;
}

const CounterEntry& look_up(Type<CounterEntry>, std::string_view name) {
  return entry_of(counter_table(), "counter", name);
}

const CounterEntry& find_counter(std::string_view name) {
  return supported(look_up(Type<CounterEntry>{}, name), "counter");
}

}  // namespace fockproxy
