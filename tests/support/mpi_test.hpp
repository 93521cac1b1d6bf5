// What a test gets from the MPI main of this folder.
#pragma once

#include "parallel/runtime.hpp"

namespace fockproxy::testing {

// The one Runtime of this test program; Global Arrays is running where the build has it, unless the program was started
// with --no-global-arrays. The thread level is single, or what --thread-level=multiple says.
const Runtime& runtime();
inline const Communicator& world() { return runtime().world(); }

}  // namespace fockproxy::testing
