// A user who calls `fockproxy quickstart` by itself gets the two ranks that it takes.
#pragma once

namespace fockproxy {

// Local; before MPI. Where no launcher started this process, and the mpiexec that belongs to the MPI of this build is
// there, becomes `mpiexec -n 2` of itself, and does not return. Otherwise returns.
void start_ranks_unless_launched();

}  // namespace fockproxy
