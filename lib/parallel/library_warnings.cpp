#include "parallel/library_warnings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <regex>
#include <system_error>

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

std::vector<QuietSetting> quiet_settings(const Environment& environment, const std::string& mpi_library,
                                         bool rdma_devices) {
  static const std::regex warns("Open MPI v5\\.[^]*");
  if (!std::regex_match(mpi_library, warns)) return {};
  const auto steers = [&](std::initializer_list<const char*> variables) {
    return std::ranges::any_of(variables, [&](const char* name) { return environment(name) != nullptr; });
  };
  std::vector<QuietSetting> settings;
  const auto ranks = environment_number(environment, "OMPI_COMM_WORLD_SIZE");
  const bool one_host = environment_number(environment, "OMPI_COMM_WORLD_LOCAL_SIZE") == ranks;
  if (ranks && *ranks > 1 && one_host && !steers({"OMPI_MCA_reachable", "OMPI_MCA_btl", "OMPI_MCA_pml"})) {
    settings.push_back({.variable = "OMPI_MCA_reachable",
                        .value = "weighted",
                        .instead_of = "Open MPI 5 warns of TCP otherwise, which ranks of one host do not use"});
  }
  if (!rdma_devices && !steers({"OMPI_MCA_opal_common_ucx_verbose", "OMPI_MCA_osc", "OMPI_MCA_pml"})) {
    settings.push_back({.variable = "OMPI_MCA_opal_common_ucx_verbose",
                        .value = "-1",
                        .instead_of = "Open MPI 5 says otherwise for each window that UCX has no network for it"});
  }
  return settings;
}

bool has_rdma_devices() {
  std::error_code error;
  return std::filesystem::directory_iterator("/sys/class/infiniband", error) != std::filesystem::directory_iterator();
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
