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
// throws ComputationError if MPI refuses. Call it only if no_progress_without_stream() is empty.
void progress_without_stream();
// The reason why this MPI has no such call: a build without streams, or an MPICH before 4.2. Empty if it has it.
// Collective; the same on every rank.
std::string no_progress_without_stream(const Communicator& ranks);

// A stream of each rank, and on each rank the thread of MPIX_Start_progress_thread, which calls MPI for the stream
// until the object is destroyed. Windows that are made from `ranks` or its duplicates (window_communicator()) are on
// the streams; messages and collectives are not, and calls for these do not serve the windows. Collective construction
// and destruction; these windows must have ended before, and `ranks` must outlive the object, of which there is one at
// a time. The constructor throws AgreedUsageError, "UNSUPPORTED: reason", if this MPI has no streams or none is left.
//
// EXPERIMENTAL: by the rule of MPICH one thread at a time may use a stream, so its network modules take no lock for it.
// Here the thread of MPICH and the rank use it at once, and nothing orders their calls. Within a node most calls take
// the lock of the endpoint after all. Results are verified, but a hang or an abort inside MPICH remains possible.
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

  [[maybe_unused]] MPI_Comm ranks_;
  [[maybe_unused]] int stream_ = 0;  // MPIX_Stream, an int
  MPI_Comm comm_ = MPI_COMM_NULL;    // of these ranks, with their streams attached
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
