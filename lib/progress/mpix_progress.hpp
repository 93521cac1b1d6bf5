// Progress by functions that MPICH adds to MPI. The program calls them with MPIX_STREAM_NULL. They then take the locks
// of the library and make progress for each communicator and window that is attached to no stream (MPIX_Stream; Zhou,
// Raffenetti, Guo & Thakur, EuroMPI 2022). This is all communication of the program.
#pragma once

#include <string>
#include <string_view>

#include "parallel/runtime.hpp"

namespace fockproxy {

// The reason why this build has no such functions; empty if it has them. Local; needs no MPI.
std::string no_mpix_progress();

// Calls MPIX_Stream_progress(MPIX_STREAM_NULL). Local; throws ComputationError if MPI refuses. Call it only if
// no_progress_without_stream() is empty.
void progress_without_stream();
// The reason why this MPI has no such call: a build without it, a library in this process without it, or an MPICH
// before 4.2. Empty if it has it. Collective; the same on every rank.
std::string no_progress_without_stream(const Communicator& ranks);

// Starts and ends the progress thread of MPICH in this process, MPIX_Start_progress_thread(MPIX_STREAM_NULL). It is the
// thread that MPIR_CVAR_ASYNC_PROGRESS starts for the whole job, so there is at most one. stop_progress_thread()
// returns when it has ended. Both are local and return an error code of MPI. Call them only if no_progress_thread() is
// empty.
int start_progress_thread();
int stop_progress_thread();
// The reason why this job cannot have such a thread; empty if it can. Starts one and ends it. Collective; the same on
// every rank.
std::string no_progress_thread(const Runtime& runtime);

// Whether stop_progress_thread() returns with a library of this text (MPI_Get_library_version). If MPICH has one lock
// for the whole library, the function holds this lock while it waits for the thread, which needs the lock too. MPICH's
// device ch4 has a lock for each endpoint (VCI) unless it was configured otherwise, and the device ch3 has one lock.
// Local; needs no MPI.
bool has_locks_of_endpoints(std::string_view mpi_library);

}  // namespace fockproxy
