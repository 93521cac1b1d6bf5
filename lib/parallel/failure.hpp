// Handles the failure of a single rank: ends the whole job at once, with one line that names rank, place and reason.
#pragma once

#include <string>

namespace fockproxy {

// If an exception has no handler, GCC's unwinder calls std::terminate() where it was thrown, before any destructor
// runs. This matters, because destructors may be collective. main() therefore catches only AgreedError. The terminate
// handler installed here writes "fockproxy: error: rank R, PLACE: reason" and ends the job (see end_job()).
// It writes the same line in two other cases: for fault signals (for example after a failed allocation in a library),
// which then have their default effect, and if a library calls MPI_Abort or exit(). At most one such line is written
// per node.

// Local. Call it before MPI_Init, which may itself lack memory. A fault signal then ends the process with the one line.
void watch_for_signals();

// Local; call it before MPI starts. Covers exceptions and exit().
void watch_for_failures();
// Local. Call it after the start of MPI and again after Global Arrays, which install their own handlers. Covers fault
// signals, and errors on MPI_COMM_WORLD and its duplicates. These errors stay fatal, because other libraries rely on
// it.
void watch_for_faults_in_libraries();
// Local. From now on a call of exit() is not an error.
void expect_the_end();

// Local, thread-safe. Prints an error on which all ranks agreed, "fockproxy: error: message". It appears once in the
// whole job if only one rank calls this.
void print_error(const std::string& message);

// Local, thread-safe. Call it after a failure without agreement, for example of a thread. Writes the one line and calls
// MPI_Abort with ExitCode::failed_computation. If that hangs, SIGALRM ends this rank, and the launcher ends the others.
[[noreturn]] void end_job(const char* reason);

}  // namespace fockproxy
