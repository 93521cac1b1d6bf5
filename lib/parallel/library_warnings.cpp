#include "parallel/library_warnings.hpp"

#include <unistd.h>

#include <cstdio>
#include <regex>

namespace fockproxy {
namespace {

FILE* before = nullptr;
std::string heard;

#ifdef __GLIBC__
// The stream calls this under its lock.
ssize_t pass_on(void*, const char* text, std::size_t size) {
  heard.append(text, size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t n = write(STDERR_FILENO, text + done, size - done);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return static_cast<ssize_t>(size);
}

// Never closed, because code that took `stderr` while it was this stream may still print to it.
FILE* listening_stream() {
  static FILE* const stream = [] {
    FILE* made = fopencookie(nullptr, "w", {.read = nullptr, .write = pass_on, .seek = nullptr, .close = nullptr});
    if (made != nullptr) std::setvbuf(made, nullptr, _IONBF, 0);
    return made;
  }();
  return stream;
}
#endif

}  // namespace

std::string reachable_setting(const Environment& environment, const std::string& mpi_library) {
  static const std::regex warns("Open MPI v5\\.[^]*");
  if (!std::regex_match(mpi_library, warns)) return "";
  for (const char* steered : {reachable_variable, "OMPI_MCA_btl", "OMPI_MCA_pml"})
    if (environment(steered) != nullptr) return "";
  const auto ranks = environment_number(environment, "OMPI_COMM_WORLD_SIZE");
  if (!ranks || *ranks < 2 || environment_number(environment, "OMPI_COMM_WORLD_LOCAL_SIZE") != ranks) return "";
  return "weighted";
}

HeardOnStderr::HeardOnStderr() {
  heard.clear();
  before = stderr;
#ifdef __GLIBC__
  if (FILE* stream = listening_stream()) stderr = stream;
#endif
}

HeardOnStderr::~HeardOnStderr() {
#ifdef __GLIBC__
  stderr = before;
#endif
}

std::string HeardOnStderr::text() const { return heard; }

}  // namespace fockproxy
