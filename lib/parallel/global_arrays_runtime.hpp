// The runtimes of Global Arrays: which one is linked, and its requirements.
#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <string_view>

#include "parallel/waiting.hpp"

namespace fockproxy {

// A runtime of Global Arrays 5.9.2: one of ComEx (comex/src-*/NOTES.md), or ARMCI-MPI 0.3 or 0.4.
struct GlobalArraysRuntime {
  std::string_view name;                 // as in the configure script of Global Arrays: "mpi-pr"
  std::string_view progress;             // what makes progress while the target computes
  int thread_level = MPI_THREAD_SINGLE;  // the level with which MPI must be started
  bool windows = false;                  // arrays lie in MPI windows
  // Some ranks of each node enter the start of Global Arrays and return only at its end; they serve the other ranks.
  // The communicator of Global Arrays has only the other ranks, and the program can use no more.
  bool keeps_ranks = false;
  bool serves_only_inside = false;  // progress only inside its own calls: a rank that waits in MPI must serve
};

std::span<const GlobalArraysRuntime> global_arrays_runtimes();

// The runtime of this program. It is identified at run time by its own symbols, because the link command does not prove
// which one is linked. Local. Throws UsageError if two are linked. Returns the entry "unknown" if no entry of the table
// fits, and null in a build without Global Arrays.
const GlobalArraysRuntime* linked_global_arrays_runtime();

// How the runtime was identified: "found by the symbol comex_make_progress". Local; empty without Global Arrays.
std::string how_the_runtime_was_found();

// The service function of a runtime that makes progress only inside its own calls; null for other runtimes. Local.
Serve service_of_global_arrays();

// The number of ranks of each node that the runtime keeps (GA_NUM_PROGRESS_RANKS_PER_NODE; default 1); 0 if it keeps
// none. Local.
int ranks_kept_per_node();

}  // namespace fockproxy
