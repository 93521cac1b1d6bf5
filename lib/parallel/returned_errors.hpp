// Makes MPI calls return error codes (MPI-4.0 section 9.3) instead of ending the job.
#pragma once

#include <mpi.h>

namespace fockproxy {

// Local. Calls on this communicator, or window, return their errors from now on. Returns MPI's error code. There are
// two names, because MPICH's handles are ints.
int return_errors_of_communicator(MPI_Comm comm);
int return_errors_of_window(MPI_Win win);

}  // namespace fockproxy
