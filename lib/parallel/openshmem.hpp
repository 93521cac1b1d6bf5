// OpenSHMEM of the MPI library: starts it after MPI and ends it with MPI.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Whether this build has OpenSHMEM. Local.
bool built_with_openshmem();
// The reason in a build without it, without "UNSUPPORTED:"; empty in a build with it. Local.
std::string_view without_openshmem();

// Starts OpenSHMEM beside MPI (OpenSHMEM 1.5 annex D.1). Construction and destruction are collective over all processes
// of the job; at most one object per process. MPI must be running. Open MPI's shmem_finalize also ends MPI, so every
// other object that needs MPI must be gone before this one.
class OpenShmemSession {
 public:
  // `level`: the thread level that was requested of MPI, MPI_THREAD_SINGLE and so on. Throws AgreedUsageError in a
  // build without OpenSHMEM and for a wrong size of the symmetric heap (parallel/symmetric_heap.hpp). If Open MPI
  // has no transport for OpenSHMEM, it ends the job, and the error line names the start of OpenSHMEM.
  OpenShmemSession(const Communicator& job, int level);
  ~OpenShmemSession();
  OpenShmemSession(const OpenShmemSession&) = delete;
  OpenShmemSession& operator=(const OpenShmemSession&) = delete;

  // Local, constant.
  int thread_level() const { return thread_level_; }       // that OpenSHMEM provides, as MPI numbers the levels
  int pe() const { return pe_; }                           // the number of this process in OpenSHMEM, from 0
  int pes() const { return pes_; }                         // the number of processes in OpenSHMEM
  const std::string& version() const { return version_; }  // "OpenSHMEM 1.4 of Open MPI"
  std::int64_t heap_bytes() const { return heap_bytes_; }  // of the smallest symmetric heap of a rank

 private:
  std::string version_;
  std::int64_t heap_bytes_ = 0;
  int thread_level_ = MPI_THREAD_SINGLE;
  int pe_ = 0;
  int pes_ = 0;
};

}  // namespace fockproxy
