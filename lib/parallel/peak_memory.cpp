#include "parallel/peak_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace fockproxy {
namespace {

// A line of /proc/self/status in kB, or -1.
double status_kilobytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1));
  return -1;
}

}  // namespace

PeakMemory::PeakMemory() {
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak becomes what is resident now: proc(5)
  before_ = status_kilobytes("VmHWM");
}

double PeakMemory::bytes() const {
  const double peak = status_kilobytes("VmHWM");
  return before_ < 0 || peak < 0 ? -1 : 1024 * std::max(0.0, peak - before_);
}

}  // namespace fockproxy
