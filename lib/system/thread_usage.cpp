#include "system/thread_usage.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "support/clock.hpp"

namespace fockproxy {
namespace {

// Nanoseconds; false if the kernel does not report them. Does not use a stream, because it is called next to clock
// readings.
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

constexpr const char* own_prefix = "fp-";

// CPU seconds of any thread of this process. pthread_getcpuclockid() gives the number of its clock, but needs its
// pthread_t; this computes the number (Linux, include/linux/posix-timers_types.h, CPUCLOCK_PERTHREAD | CPUCLOCK_SCHED).
// Unlike schedstat, it counts a running thread to the nanosecond.
double cpu_seconds(pid_t thread) {
  timespec t{};
  if (clock_gettime(static_cast<clockid_t>(~static_cast<unsigned>(thread) << 3 | 6u), &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
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

void name_thread(std::thread& thread, const std::string& name) {
  pthread_setname_np(thread.native_handle(), (own_prefix + name).substr(0, 15).c_str());
}

void name_own_thread(const std::string& name) {
  pthread_setname_np(pthread_self(), (own_prefix + name).substr(0, 15).c_str());
}

LibraryThreads library_threads() {
  LibraryThreads threads;
  std::error_code error;  // a thread may end meanwhile
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
    const pid_t id = static_cast<pid_t>(std::stol(entry.path().filename()));
    std::string name;
    std::getline(std::ifstream(entry.path() / "comm") >> std::ws, name);
    if (id == gettid() || name.starts_with(own_prefix)) continue;
    ++threads.count;
    threads.cpu += cpu_seconds(id);
  }
  return threads;
}

}  // namespace fockproxy
