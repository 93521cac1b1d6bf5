// Errors of MPI as codes that calls return (MPI-4.0 section 9.3), not as the end of the job.
#pragma once

#include <mpi.h>

namespace fockproxy {

// Local. Errors of calls on this communicator or window are returned from now on.
void return_errors(MPI_Comm comm);
void return_errors(MPI_Win win);

}  // namespace fockproxy
