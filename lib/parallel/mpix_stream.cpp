#include "parallel/mpix_stream.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "parallel/agreement.hpp"
#include "parallel/returned_errors.hpp"
#include "support/error.hpp"

namespace fockproxy {

namespace {

// The attribute of communicators (MPI-4.0 section 7.7) that points to their MpixStream. Duplicates inherit it.
int key_of_stream = MPI_KEYVAL_INVALID;

MpixStream* stream_of(MPI_Comm comm) {
  if (key_of_stream == MPI_KEYVAL_INVALID) return nullptr;
  MpixStream* stream = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(comm, key_of_stream, &stream, &found), "MPI_Comm_get_attr");
  return found ? stream : nullptr;
}

}  // namespace

MPI_Comm window_communicator(MPI_Comm comm) {
  const MpixStream* stream = stream_of(comm);
  return stream ? stream->comm_ : comm;
}

PausedStream::PausedStream(MPI_Comm comm) : stream_(stream_of(comm)) {
  if (!stream_) return;
  check_mpi(MPI_Barrier(comm), "MPI_Barrier");
  stream_->stop_thread();
}

PausedStream::~PausedStream() {
  if (stream_) stream_->start_thread();
}

#ifdef FOCKPROXY_HAS_MPIX_STREAM

namespace {

static_assert(std::is_same_v<MPIX_Stream, int>);

// Errors of calls without a communicator go to the handler of MPI_COMM_SELF, before MPI 4 to that of MPI_COMM_WORLD
// (MPI-4.0 section 9.3). While this object lives, both return them.
class ReturnedErrors {
 public:
  ReturnedErrors() {
    for (int i = 0; i < 2; ++i) {
      MPI_Comm_get_errhandler(comms_[i], &before_[i]);
      MPI_Comm_set_errhandler(comms_[i], MPI_ERRORS_RETURN);
    }
  }
  ~ReturnedErrors() {
    for (int i = 0; i < 2; ++i) {
      MPI_Comm_set_errhandler(comms_[i], before_[i]);
      MPI_Errhandler_free(&before_[i]);
    }
  }
  ReturnedErrors(const ReturnedErrors&) = delete;
  ReturnedErrors& operator=(const ReturnedErrors&) = delete;

 private:
  MPI_Comm comms_[2] = {MPI_COMM_WORLD, MPI_COMM_SELF};
  MPI_Errhandler before_[2];
};

}  // namespace

std::string no_mpix_streams() { return ""; }

void progress_without_stream() { check_mpi(MPIX_Stream_progress(MPIX_STREAM_NULL), "MPIX_Stream_progress"); }

std::string no_progress_without_stream(const Communicator& ranks) {
  const ReturnedErrors returned;
  const int code = MPIX_Stream_progress(MPIX_STREAM_NULL);
  const std::string refusal = first_message(ranks, code == MPI_SUCCESS ? "" : mpi_error_text(code));
  return refusal.empty() ? "" : "MPIX_Stream_progress without a stream needs MPICH 4.2 or later: " + refusal;
}

MpixStream::MpixStream(const Communicator& ranks) : ranks_(ranks.handle()), stream_(MPIX_STREAM_NULL) {
  const ReturnedErrors returned;
  const int created = MPIX_Stream_create(MPI_INFO_NULL, &stream_);
  const std::string refusal = first_message(ranks, created == MPI_SUCCESS ? "" : mpi_error_text(created));
  if (!refusal.empty()) {
    if (created == MPI_SUCCESS) MPIX_Stream_free(&stream_);
    throw AgreedUsageError(
        fmt::format("progress stream: UNSUPPORTED: this MPI gives no stream ({} must be at least 1 when it starts): {}",
                    reserved_endpoints, refusal));
  }
  check_mpi(MPIX_Stream_comm_create(ranks_, stream_, &comm_), "MPIX_Stream_comm_create");
  check_mpi(return_errors_of_communicator(comm_), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key_of_stream, nullptr),
            "MPI_Comm_create_keyval");
  check_mpi(MPI_Comm_set_attr(ranks_, key_of_stream, this), "MPI_Comm_set_attr");
  start_thread();
}

// MPICH reports no failure to start a thread. The CPU time of its thread shows whether it ran.
void MpixStream::start_thread() { MPIX_Start_progress_thread(stream_); }
void MpixStream::stop_thread() { MPIX_Stop_progress_thread(stream_); }

// MPICH does not free a stream that a leaked window uses, which is no reason to end the job.
MpixStream::~MpixStream() {
  const ReturnedErrors returned;
  stop_thread();
  MPI_Comm_delete_attr(ranks_, key_of_stream);
  MPI_Comm_free_keyval(&key_of_stream);
  MPI_Comm_free(&comm_);
  MPIX_Stream_free(&stream_);
}

#else

std::string no_mpix_streams() {
  return "the MPI of this build has no MPIX_Start_progress_thread; MPICH 4.1 and later have it";
}

void progress_without_stream() { throw AgreedUsageError("UNSUPPORTED: " + no_mpix_streams()); }

std::string no_progress_without_stream(const Communicator&) { return no_mpix_streams(); }

MpixStream::MpixStream(const Communicator& ranks) : ranks_(ranks.handle()) {
  throw AgreedUsageError("progress stream: UNSUPPORTED: " + no_mpix_streams());
}

MpixStream::~MpixStream() = default;
void MpixStream::start_thread() {}
void MpixStream::stop_thread() {}

#endif

}  // namespace fockproxy
