#include "parallel/thread_usage.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

#include "support/clock.hpp"

namespace fockproxy {
namespace {

// Nanoseconds; false where the kernel does not tell. Not by a stream: this is read beside the clock.
bool read_schedstat(long long& on_core, long long& waited) {
  const int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[96];
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return false;
  text[length] = '\0';
  return std::sscanf(text, "%lld %lld", &on_core, &waited) == 2;
}

}  // namespace

ThreadUsage thread_usage() {
  ThreadUsage usage;
  usage.cpu = thread_cpu_seconds();
  long long on_core = 0, waited = 0;
  if (read_schedstat(on_core, waited)) usage.run_queue_delay = 1e-9 * static_cast<double>(waited);
  rusage resources{};
  getrusage(RUSAGE_THREAD, &resources);
  usage.involuntary_switches = resources.ru_nivcsw;
  return usage;
}

bool has_run_queue_delay() {
  long long on_core = 0, waited = 0;
  return read_schedstat(on_core, waited) && on_core > 0;
}

}  // namespace fockproxy
