// What a failure of one rank alone does: it ends the whole job at once, with one line that says who, where and why.
#pragma once

#include <string>

namespace fockproxy {

// An exception that nobody catches makes GCC's unwinder call std::terminate() where it was thrown: no destructor has
// run, and above all none that is collective. So main() catches AgreedError alone, and the handler installed here
// writes "fockproxy: error: rank R, PLACE: reason" and ends the job (see end_job()). The same line is written by
// signals of a fault (a library whose own allocation failed), which then take their default course; when a library
// calls MPI_Abort; and when one calls exit(). No more than one such line is written on a node.

// Before MPI_Init, which may itself fail for want of memory: signals of faults end the process with the one line.
void watch_for_signals();

// Local; before MPI starts. Exceptions and exit().
void watch_for_failures();
// Local; after MPI, and again after Global Arrays, which install handlers of their own. Faults, and errors on
// MPI_COMM_WORLD and its duplicates by other libraries, which stay fatal as those rely on it.
void watch_for_faults_in_libraries();
// Local. exit() is right from now on.
void expect_the_end();

// Local, thread-safe. For an error on which all ranks agreed: "fockproxy: error: message", once in the whole job if
// only one rank calls it.
void print_error(const std::string& message);

// Local, thread-safe. For a failure that cannot be agreed on, such as one of a thread: the one line, then
// MPI_Abort with ExitCode::failed_computation; where that hangs, SIGALRM ends this rank, and its launcher the others.
[[noreturn]] void end_job(const char* reason);

}  // namespace fockproxy
