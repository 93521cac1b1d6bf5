// Errors of MPI as codes that calls return (MPI-4.0 section 9.3), not as the end of the job.
#pragma once

#include <mpi.h>

namespace fockproxy {

// Local. Errors of calls on this communicator, or window, are returned from now on. MPI's code for how that went. Two
// names, because the handles of MPICH are ints.
int return_errors_of_communicator(MPI_Comm comm);
int return_errors_of_window(MPI_Win win);

}  // namespace fockproxy
