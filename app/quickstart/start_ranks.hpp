// Starts the two ranks that `fockproxy quickstart` needs if a user calls it without a launcher.
#pragma once

namespace fockproxy {

// Local; call it before MPI starts. If no launcher started this process and the mpiexec of this build's MPI is there,
// it replaces this process by `mpiexec -n 2` with the same command and does not return. Otherwise it returns.
void start_ranks_unless_launched();

}  // namespace fockproxy
