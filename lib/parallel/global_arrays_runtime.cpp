#include "parallel/global_arrays_runtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "support/error.hpp"

// Weak symbols: an address if the runtime that defines it is linked, otherwise null. Only the address is used, so the
// types do not matter, except for the one function that is called.
extern "C" {
[[gnu::weak]] void ARMCII_Assert_fail(void);       // ARMCI-MPI
[[gnu::weak]] void comex_init(void);               // every runtime of ComEx
[[gnu::weak]] void comex_make_progress(void);      // mpi-ts
[[gnu::weak]] void comex_igroup_add_win(void);     // mpi3
[[gnu::weak]] void _igroup_set_world_ranks(void);  // mpi-pr
[[gnu::weak]] void reg_cache_init(void);           // mpi-pr and mpi-pt, but not mpi-mt
}

namespace fockproxy {
namespace {

enum Which { armci_mpi, mpi_ts, mpi_pr, mpi_pt, mpi_mt, mpi3, unknown };

constexpr std::array<GlobalArraysRuntime, unknown + 1> table{{
    {.name = "armci-mpi", .progress = "MPI itself, for one-sided operations", .windows = true},
    {.name = "mpi-ts", .progress = "none: the target must call Global Arrays", .serves_only_inside = true},
    {.name = "mpi-pr", .progress = "a rank of each node that does nothing else", .keeps_ranks = true},
    {.name = "mpi-pt", .progress = "a thread in a rank of each node", .thread_level = MPI_THREAD_MULTIPLE},
    {.name = "mpi-mt", .progress = "a thread in every rank", .thread_level = MPI_THREAD_MULTIPLE},
    {.name = "mpi3", .progress = "MPI itself, for one-sided operations", .windows = true},
    {.name = "unknown", .progress = "not known"},
}};

struct Found {
  Which which = unknown;
  const char* by = "";
};

Found find() {
  const bool comex = comex_init != nullptr;
  if (comex && ARMCII_Assert_fail != nullptr)
    throw UsageError(
        "two ARMCIs are linked into this program, ARMCI-MPI and ComEx, and it may use either of them; "
        "configure again with GLOBALARRAYS_ROOT and ARMCI_ROOT of one build");
  if (ARMCII_Assert_fail != nullptr) return {armci_mpi, "ARMCII_Assert_fail"};
  if (!comex) return {};
  if (comex_make_progress != nullptr) return {mpi_ts, "comex_make_progress"};
  if (comex_igroup_add_win != nullptr) return {mpi3, "comex_igroup_add_win"};
  if (_igroup_set_world_ranks != nullptr) return {mpi_pr, "_igroup_set_world_ranks"};
  if (reg_cache_init != nullptr) return {mpi_pt, "reg_cache_init"};
  return {mpi_mt, "comex_init, without reg_cache_init"};
}

}  // namespace

std::span<const GlobalArraysRuntime> global_arrays_runtimes() { return table; }

const GlobalArraysRuntime* linked_global_arrays_runtime() { return &table[find().which]; }

std::string how_the_runtime_was_found() {
  const Found found = find();
  return found.which == unknown ? "no symbol of a known runtime is linked"
                                : fmt::format("found by the symbol {} in this program", found.by);
}

Serve service_of_global_arrays() { return find().which == mpi_ts ? comex_make_progress : nullptr; }

int ranks_kept_per_node() {
  if (!linked_global_arrays_runtime()->keeps_ranks) return 0;
  const char* wanted = std::getenv("GA_NUM_PROGRESS_RANKS_PER_NODE");
  return wanted == nullptr ? 1 : std::max(1, std::atoi(wanted));
}

}  // namespace fockproxy
