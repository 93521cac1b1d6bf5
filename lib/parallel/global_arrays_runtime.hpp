// The runtimes of Global Arrays: which one is linked, and what it requires of a program.
#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <string_view>

#include "parallel/waiting.hpp"

namespace fockproxy {

// A runtime of Global Arrays 5.9.2: one of ComEx (comex/src-*/NOTES.md), or ARMCI-MPI 0.3 or 0.4.
struct GlobalArraysRuntime {
  std::string_view name;                 // as Global Arrays' configure calls it: "mpi-pr"
  std::string_view progress;             // what makes progress when the target computes
  int thread_level = MPI_THREAD_SINGLE;  // that MPI must be started with
  bool windows = false;                  // arrays lie in MPI windows
  // Some ranks of each node never return from Global Arrays' start before its end: they serve the others, and
  // Global Arrays' communicator, without them, is all that the program has.
  bool keeps_ranks = false;
  bool serves_only_inside = false;  // moves only inside its own calls, so that whoever waits in MPI must serve
};

std::span<const GlobalArraysRuntime> global_arrays_runtimes();

// The runtime of this program, identified at run time by symbols that only it has, as the link command is no proof.
// Local. Throws UsageError if two are linked. Returns "unknown" if none of the table fits, and null in a build
// without Global Arrays.
const GlobalArraysRuntime* linked_global_arrays_runtime();

// How it was identified: "found by the symbol comex_make_progress". Local; empty without Global Arrays.
std::string how_the_runtime_was_found();

// For runtimes that move only inside their own calls; null elsewhere. Local.
Serve service_of_global_arrays();

// How many ranks of each node the runtime keeps (GA_NUM_PROGRESS_RANKS_PER_NODE; 1); 0 where it keeps none. Local.
int ranks_kept_per_node();

}  // namespace fockproxy
