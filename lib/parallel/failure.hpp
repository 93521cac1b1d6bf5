// A failure of a single rank: it ends the whole job at once, with one line that names rank, place and reason.
#pragma once

#include <string>

namespace fockproxy {

// For an exception without a handler, GCC's unwinder calls std::terminate() where it was thrown, before any destructor
// runs. This matters, because destructors may be collective. main() therefore catches only AgreedError. The handler
// installed here writes "fockproxy: error: rank R, PLACE: reason" and ends the job (see end_job()). It writes the same
// line for signals of a fault (a failed allocation of a library), which then have their default effect, and when a
// library calls MPI_Abort or exit(). At most one such line is written per node.

// Before MPI_Init, which may itself lack memory: signals of faults end the process with the one line.
void watch_for_signals();

// Local; before MPI starts. Exceptions and exit().
void watch_for_failures();
// Local. Call after the start of MPI and again after Global Arrays, which install their own handlers. For faults, and
// for errors on MPI_COMM_WORLD and its duplicates. These errors stay fatal, because other libraries rely on it.
void watch_for_faults_in_libraries();
// Local. exit() is right from now on.
void expect_the_end();

// Local, thread-safe. For an error on which all ranks agreed: "fockproxy: error: message", once in the whole job if
// only one rank calls it.
void print_error(const std::string& message);

// Local, thread-safe. For a failure without agreement, such as one of a thread: writes the one line and calls MPI_Abort
// with ExitCode::failed_computation. If that hangs, SIGALRM ends this rank, and the launcher ends the others.
[[noreturn]] void end_job(const char* reason);

}  // namespace fockproxy
