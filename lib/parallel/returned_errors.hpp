// Makes MPI calls return error codes (MPI-4.0 section 9.3) instead of ending the job, and turns codes into exceptions.
#pragma once

#include <mpi.h>

#include <string>

namespace fockproxy {

// Local. From now on calls on this communicator or window return their errors. Returns the error code of MPI. There are
// two names, because both kinds of handle are ints in MPICH.
int return_errors_of_communicator(MPI_Comm comm);
int return_errors_of_window(MPI_Win win);

// MPI's text for an error code. Local.
std::string mpi_error_text(int code);

// Throws ComputationError with MPI's text if `code` is an error. `what` names the call. Local. Inline, because a draw
// from a counter may take only 20 ns and makes two such checks.
[[noreturn]] void throw_mpi_error(int code, const char* what);
inline void check_mpi(int code, const char* what) {
  if (code != MPI_SUCCESS) [[unlikely]]
    throw_mpi_error(code, what);
}

// The message of the last error that this process threw by check_mpi(), "" if there was none. The text lives until the
// process ends. If one rank alone catches such an error, its destructors may wait for the other ranks without end; the
// report of the stall then has this text. Local, thread-safe, async-signal-safe.
const char* last_mpi_error();

}  // namespace fockproxy
