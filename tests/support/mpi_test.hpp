// What the MPI main of this folder provides for tests.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy::testing {

// The one Runtime of this test program. Global Arrays is running if the build has it, unless the program was started
// with --no-global-arrays. OpenSHMEM is running if the build has it and the program was started with --openshmem. The
// thread level is single, or the value of --thread-level=serialized or multiple. --setting=NAME=VALUE sets an
// environment variable before MPI starts.
const Runtime& runtime();
inline const Communicator& world() { return runtime().world(); }

// The symmetric heap of each rank with --openshmem.
inline constexpr int test_heap_megabytes = 16;

// Whether this program tests an entry of a table of backends: it runs what the entry needs beside MPI. A program with
// OpenSHMEM tests the backends that need it, and no others. The same on every rank.
template <class Entry>
bool is_tested_here(const Entry& entry) {
  return entry.needs_openshmem == runtime().has_openshmem() &&
         (runtime().has_global_arrays() || !entry.needs_global_arrays);
}

// The watchdog of this process, to which a test that takes minutes must report progress.
Watchdog& watchdog();

// Whether there are more ranks than cores with an MPI that spins while it waits and never yields (assumed for all but
// Open MPI). Then every wait costs time slices, and a suite may run fewer of its cases. The same on every rank.
bool waiting_is_slow();

}  // namespace fockproxy::testing
