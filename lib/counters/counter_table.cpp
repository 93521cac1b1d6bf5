// The table of counters. A new backend: one file with a make function, its declaration and its line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "counters/counter.hpp"
#include "parallel/global_arrays.hpp"
#include "support/error.hpp"

namespace fockproxy {

void Counter::start_fetch_add(std::int64_t) { throw UsageError("this counter cannot draw in two halves"); }
std::int64_t Counter::finish_fetch_add() { throw UsageError("this counter cannot draw in two halves"); }

std::unique_ptr<Counter> make_mpi3_counter(const CounterContext&);
std::unique_ptr<Counter> make_mpi2_counter(const CounterContext&);
#if FOCKPROXY_WITH_GA
std::unique_ptr<Counter> make_ga_counter(const CounterContext&);
#endif

std::span<const CounterEntry> counter_table() {
  static const std::vector<CounterEntry> table = {
      {.name = "mpi3", .summary = "MPI_Fetch_and_op and MPI_Win_flush", .make = make_mpi3_counter},
      {.name = "mpi2",
       .summary = "one exclusive lock: get everyone else's slots, put one's own (Gropp, Lusk & Thakur)",
       .make = make_mpi2_counter},
      {.name = "helper",
       .summary = "mpi2 with a helper thread per rank blocked in MPI (Case 3 of van Dam et al. 2008)",
       .progress = "helper-block",
       .make = make_mpi2_counter},
      {.name = "ga",
       .summary = "NGA_Read_inc of Global Arrays",
       .needs_global_arrays = true,
       .has_windows = false,
#if FOCKPROXY_WITH_GA
       .make = make_ga_counter
#else
       .make = {},
       .unsupported = without_global_arrays
#endif
      },
  };
  return table;
}

const CounterEntry& find_counter(std::string_view name) {
  std::vector<std::string_view> known;
  for (const CounterEntry& entry : counter_table()) {
    if (entry.name != name) {
      known.push_back(entry.name);
      continue;
    }
    if (!entry.make) throw UsageError(fmt::format("counter {}: UNSUPPORTED: {}", name, entry.unsupported));
    return entry;
  }
  throw UsageError(fmt::format("unknown counter '{}'; known: {}", name, fmt::join(known, ", ")));
}

}  // namespace fockproxy
