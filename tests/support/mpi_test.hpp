// What a test gets from the MPI main of this folder.
#pragma once

#include "parallel/runtime.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy::testing {

// The one Runtime of this test program; Global Arrays is running where the build has it, unless the program was started
// with --no-global-arrays. The thread level is single, or what --thread-level=serialized or multiple says;
// --setting=NAME=VALUE sets an environment variable before MPI starts.
const Runtime& runtime();
inline const Communicator& world() { return runtime().world(); }

// The watchdog of this process, which a test that takes minutes must keep fed.
Watchdog& watchdog();

// More ranks than cores, under an MPI that spins while it waits and never yields (all but Open MPI are taken to): every
// wait costs time slices, and a suite may run a smaller part of its cases. The same on every rank.
bool waiting_is_slow();

}  // namespace fockproxy::testing
