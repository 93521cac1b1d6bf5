// What the MPI main of this folder provides for tests.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy::testing {

// The one Runtime of this test program. Global Arrays is running if the build has it, unless the program was started
// with --no-global-arrays. The thread level is single, or the value of --thread-level=serialized or multiple.
// --setting=NAME=VALUE sets an environment variable before MPI starts.
const Runtime& runtime();
inline const Communicator& world() { return runtime().world(); }

// The watchdog of this process, to which a test that takes minutes must report progress.
Watchdog& watchdog();

// Whether there are more ranks than cores with an MPI that spins while it waits and never yields (assumed for all but
// Open MPI). Then every wait costs time slices, and a suite may run fewer of its cases. The same on every rank.
bool waiting_is_slow();

}  // namespace fockproxy::testing
