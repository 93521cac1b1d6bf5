#include "parallel/returned_errors.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>

#include "support/error.hpp"

namespace fockproxy {

#ifdef MPI_ABI_VERSION

// Uses error handlers that do nothing. Under the standard ABI, Intel MPI 2021.17 and 2021.18 accept MPI_ERRORS_RETURN
// and report it when asked, but still end the job at the first error.
namespace {

void ignore_of_communicator(MPI_Comm*, int*, ...) {}
void ignore_of_window(MPI_Win*, int*, ...) {}

}  // namespace

int return_errors_of_communicator(MPI_Comm comm) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (const int code = MPI_Comm_create_errhandler(ignore_of_communicator, &handler); code != MPI_SUCCESS) return code;
  const int code = MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);
  return code;
}

int return_errors_of_window(MPI_Win win) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (const int code = MPI_Win_create_errhandler(ignore_of_window, &handler); code != MPI_SUCCESS) return code;
  const int code = MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  return code;
}

#else

int return_errors_of_communicator(MPI_Comm comm) { return MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); }
int return_errors_of_window(MPI_Win win) { return MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN); }

#endif

std::string mpi_error_text(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return "MPI error " + std::to_string(code);
  std::string line(text, length);
  std::replace(line.begin(), line.end(), '\n', ' ');  // MPICH appends its call stack, one line per level
  return line;
}

namespace {

std::atomic<const char*> last_error{""};

void keep(const std::string& message) {
  static std::mutex mutex;
  // Never destroyed, because the watchdog may read a message until the process ends.
  static auto& messages = *new std::deque<std::string>;
  const std::lock_guard lock(mutex);
  last_error.store(messages.emplace_back(message).c_str());
}

}  // namespace

void throw_mpi_error(int code, const char* what) {
  const std::string message = std::string(what) + " failed: " + mpi_error_text(code);
  keep(message);
  throw ComputationError(message);
}

const char* last_mpi_error() { return last_error.load(); }

}  // namespace fockproxy
