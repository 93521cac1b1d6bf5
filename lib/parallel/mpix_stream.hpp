// Streams of MPICH (MPIX_Stream; Zhou, Raffenetti, Guo & Thakur, EuroMPI 2022) and the progress threads that serve them.
#pragma once

#include <string>

#include "parallel/communicator.hpp"

namespace fockproxy {

// The reason why this build has no streams; empty if it has them. Local; needs no MPI.
std::string no_mpix_streams();

// The setting that reserves an endpoint (VCI) of the library for a stream. MPICH reads it when it starts.
inline constexpr const char* reserved_endpoints = "MPIR_CVAR_CH4_RESERVE_VCIS";

// Calls MPIX_Stream_progress(MPIX_STREAM_NULL), which serves every communicator and window that is on no stream. Local;
// throws ComputationError if MPI refuses. Call it only if no_mpix_streams() is empty.
void progress_without_stream();

// A stream of each rank, a communicator that attaches these streams to the ranks, and on each rank the thread of
// MPIX_Start_progress_thread, which calls MPI for the stream until the object is destroyed. Duplicates of the
// communicator and windows on them are on the streams too. Calls on other communicators do not serve them. Collective
// construction and destruction; all duplicates and windows must have ended before. The constructor throws
// AgreedUsageError, "UNSUPPORTED: reason", if this MPI has no streams or none is left.
//
// MPICH takes no lock for a stream that the program reserved, because one thread at a time may use it. Its own progress
// thread and the thread of the rank are two. So a fault is possible, and what the program computes decides.
class MpixStream {
 public:
  explicit MpixStream(const Communicator& ranks);
  ~MpixStream();
  MpixStream(const MpixStream&) = delete;
  MpixStream& operator=(const MpixStream&) = delete;

  MPI_Comm communicator() const { return comm_; }  // local

 private:
  int stream_ = 0;  // MPIX_Stream, an int
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace fockproxy
