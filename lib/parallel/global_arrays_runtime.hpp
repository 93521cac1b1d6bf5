// The runtimes that Global Arrays can stand on: which one is linked, and what it asks of a program.
#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <string_view>

#include "parallel/waiting.hpp"

namespace fockproxy {

// Of Global Arrays 5.9.2 and its ComEx runtimes (comex/src-*/NOTES.md), and of ARMCI-MPI 0.3 and 0.4.
struct GlobalArraysRuntime {
  std::string_view name;      // as Global Arrays' configure calls it: "mpi-pr"
  std::string_view progress;  // who moves an operation whose target computes
  int thread_level = MPI_THREAD_SINGLE;  // that MPI must be started with
  bool windows = false;       // arrays lie in MPI windows
  // Some ranks of each node never return from Global Arrays' start before its end: they serve the others, and
  // Global Arrays' communicator, without them, is all that the program has.
  bool keeps_ranks = false;
  bool serves_only_inside = false;  // moves only inside its own calls, so that whoever waits in MPI must serve
};

std::span<const GlobalArraysRuntime> global_arrays_runtimes();

// The one in this program, told by symbols that only it has, when the program runs: what was asked for at the link is
// no proof. Local. Throws UsageError where two are linked; "unknown" where none of the table fits; null in a build
// without Global Arrays.
const GlobalArraysRuntime* linked_global_arrays_runtime();

// What told it: "found by the symbol comex_make_progress". Local; empty without Global Arrays.
std::string how_the_runtime_was_found();

// For runtimes that move only inside their own calls; null elsewhere. Local.
Serve service_of_global_arrays();

// How many ranks of each node the runtime keeps (GA_NUM_PROGRESS_RANKS_PER_NODE; 1); 0 where it keeps none. Local.
int ranks_kept_per_node();

}  // namespace fockproxy
