// Streams of MPICH (MPIX_Stream; Zhou, Raffenetti, Guo & Thakur, EuroMPI 2022) and the progress threads for them.
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

// A stream of each rank, and on each rank the thread of MPIX_Start_progress_thread, which calls MPI for the stream
// until the object is destroyed. Windows that are made from `ranks` or its duplicates (window_communicator()) are on
// the streams; messages and collectives are not, and calls for these do not serve the windows. Collective construction
// and destruction; these windows must have ended before, and `ranks` must outlive the object, of which there is one at
// a time. The constructor throws AgreedUsageError, "UNSUPPORTED: reason", if this MPI has no streams or none is left.
//
// The network modules of MPICH take no lock for a stream, because one thread at a time may use it. MPICH's own progress
// thread and the thread of the rank are two. So a fault is possible, and what the program computes decides.
class MpixStream {
 public:
  explicit MpixStream(const Communicator& ranks);
  ~MpixStream();
  MpixStream(const MpixStream&) = delete;
  MpixStream& operator=(const MpixStream&) = delete;

 private:
  friend class PausedStream;
  friend MPI_Comm window_communicator(MPI_Comm comm);

  void start_thread();
  void stop_thread();

  MPI_Comm ranks_;
  int stream_ = 0;                 // MPIX_Stream, an int
  MPI_Comm comm_ = MPI_COMM_NULL;  // of these ranks, with their streams attached
};

// The communicator from which a window of these ranks is made: that with the streams, or `comm` itself. Local.
MPI_Comm window_communicator(MPI_Comm comm);

// While it lives, the threads of the streams of `comm` rest. A window is made and freed so, because MPICH sends
// messages on the stream for it. Collective construction, with a barrier: until then the threads serve the other ranks.
// Local destruction. Without streams it does nothing.
class PausedStream {
 public:
  explicit PausedStream(MPI_Comm comm);
  ~PausedStream();
  PausedStream(const PausedStream&) = delete;
  PausedStream& operator=(const PausedStream&) = delete;

 private:
  MpixStream* stream_;
};

}  // namespace fockproxy
