// Makes MPI calls return error codes (MPI-4.0 section 9.3) instead of ending the job, and turns codes into exceptions.
#pragma once

#include <mpi.h>

#include <string>

namespace fockproxy {

// Local. Calls on this communicator, or window, return their errors from now on. Returns MPI's error code. There are
// two names, because MPICH's handles are ints.
int return_errors_of_communicator(MPI_Comm comm);
int return_errors_of_window(MPI_Win win);

// MPI's own text for an error code. Local.
std::string mpi_error_text(int code);

// Throws ComputationError with MPI's own text when `code` is an error. `what` names the call. Local. Inline, because a
// draw from a counter takes as little as 20 ns and makes two such checks.
[[noreturn]] void throw_mpi_error(int code, const char* what);
inline void check_mpi(int code, const char* what) {
  if (code != MPI_SUCCESS) [[unlikely]]
    throw_mpi_error(code, what);
}

}  // namespace fockproxy
