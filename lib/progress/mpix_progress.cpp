#include "progress/mpix_progress.hpp"

#include <dlfcn.h>

#include "parallel/agreement.hpp"
#include "parallel/library_settings.hpp"
#include "parallel/mpi_introspection.hpp"
#include "parallel/returned_errors.hpp"
#include "support/error.hpp"

namespace fockproxy {

bool has_locks_of_endpoints(std::string_view mpi_library) {
  return mpi_library.find("ch4") != mpi_library.npos &&
         mpi_library.find("--enable-thread-cs=global") == mpi_library.npos;
}

#ifdef FOCKPROXY_HAS_MPIX_PROGRESS

namespace {

// A function of the library in this process, which need not be that of the build; null if it has none of this name.
template <class Function>
Function* function_of_library(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}
const auto stream_progress = function_of_library<decltype(MPIX_Stream_progress)>("MPIX_Stream_progress");
const auto start_thread = function_of_library<decltype(MPIX_Start_progress_thread)>("MPIX_Start_progress_thread");
const auto stop_thread = function_of_library<decltype(MPIX_Stop_progress_thread)>("MPIX_Stop_progress_thread");

// Errors of calls without a communicator are raised on MPI_COMM_SELF, and before MPI 4 on MPI_COMM_WORLD (MPI-4.0
// section 9.3). While this object lives, both have MPI_ERRORS_RETURN.
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
  MPI_Errhandler before_[2] = {MPI_ERRHANDLER_NULL, MPI_ERRHANDLER_NULL};
};

// Why this rank cannot make the call; empty if it can.
std::string obstacle_to_call() {
  if (stream_progress == nullptr) return "this library does not have it";
  const ReturnedErrors returned;
  const int code = stream_progress(MPIX_STREAM_NULL);
  return code == MPI_SUCCESS ? "" : mpi_error_text(code);
}

// Why this rank cannot start the thread; empty if it can.
std::string obstacle_to_thread(const Runtime& runtime) {
  if (runtime.thread_level_provided() < MPI_THREAD_MULTIPLE)
    return "needs thread level multiple, but MPI was started with " +
           thread_level_name(runtime.thread_level_provided());
  if (start_thread == nullptr || stop_thread == nullptr)
    return "this library has no MPIX_Start_progress_thread; MPICH 4.1 and newer have it";
  // start_progress_thread() would start no second thread, and stop_progress_thread() would end the first one.
  if (const auto on = control_variable("MPIR_CVAR_ASYNC_PROGRESS"); on && *on != "0")
    return "MPICH's progress thread already runs for the whole job (MPIR_CVAR_ASYNC_PROGRESS)";
  if (!has_locks_of_endpoints(mpi_library_text()))
    return "MPIX_Stop_progress_thread may never return: this library does not report that it is MPICH with device ch4 "
           "and a lock for each endpoint";
  const ReturnedErrors returned;
  const int code = start_progress_thread();
  if (code == MPI_SUCCESS) {
    stop_progress_thread();
    return "";
  }
  return "MPIX_Start_progress_thread failed: " + mpi_error_text(code) +
         "; MPICH up to 5.0 refuses MPIX_STREAM_NULL, but MPICH 4.2 and newer accept it with "
         "MPIR_CVAR_ERROR_CHECKING=0 in the environment";
}

}  // namespace

std::string no_mpix_progress() { return ""; }

void progress_without_stream() { check_mpi(stream_progress(MPIX_STREAM_NULL), "MPIX_Stream_progress"); }

std::string no_progress_without_stream(const Communicator& ranks) {
  const std::string refusal = first_message(ranks, obstacle_to_call());
  return refusal.empty() ? "" : "MPIX_Stream_progress without a stream needs MPICH 4.2 or newer: " + refusal;
}

int start_progress_thread() { return start_thread(MPIX_STREAM_NULL); }
int stop_progress_thread() { return stop_thread(MPIX_STREAM_NULL); }

std::string no_progress_thread(const Runtime& runtime) {
  return first_message(runtime.world(), obstacle_to_thread(runtime));
}

#else

std::string no_mpix_progress() {
  return "the MPI of this build has no MPIX_Stream_progress and MPIX_Start_progress_thread; MPICH 4.1 and newer have "
         "both";
}

void progress_without_stream() { throw AgreedUsageError("UNSUPPORTED: " + no_mpix_progress()); }

std::string no_progress_without_stream(const Communicator&) { return no_mpix_progress(); }

int start_progress_thread() { return MPI_ERR_OTHER; }
int stop_progress_thread() { return MPI_ERR_OTHER; }

std::string no_progress_thread(const Runtime&) { return no_mpix_progress(); }

#endif

}  // namespace fockproxy
