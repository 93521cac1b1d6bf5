#include "system/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace fockproxy {
namespace {

// The value of a line of such a file, in kB; -1 if there is none.
double kilobytes(const char* file, const std::string& name) {
  std::ifstream status(file);
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1));
  return -1;
}

double status_kilobytes(const std::string& name) { return kilobytes("/proc/self/status", name); }

}  // namespace

double resident_bytes() { return 1024 * status_kilobytes("VmRSS"); }

double peak_resident_share() {
  const double peak = status_kilobytes("VmHWM");
  if (peak < 0) return -1;
  const double shared = status_kilobytes("RssShmem"), share = kilobytes("/proc/self/smaps_rollup", "Pss_Shmem");
  return 1024 * (shared < 0 || share < 0 ? peak : peak - shared + share);
}

PeakMemory::PeakMemory() {
  std::ofstream("/proc/self/clear_refs") << "5";  // makes the resident memory the new peak: proc(5)
  before_ = status_kilobytes("VmHWM");
}

double PeakMemory::bytes() const {
  const double peak = status_kilobytes("VmHWM");
  return before_ < 0 || peak < 0 ? -1 : 1024 * std::max(0.0, peak - before_);
}

AddressSpace address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  // The first number is the size of the address space in pages (proc(5)).
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[32] = {};
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  std::int64_t pages = 0;
  for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; ++i) pages = 10 * pages + (text[i] - '0');
  const auto bytes = static_cast<std::int64_t>(limit.rlim_cur);
  return {bytes, bytes - pages * sysconf(_SC_PAGESIZE)};
}

}  // namespace fockproxy
