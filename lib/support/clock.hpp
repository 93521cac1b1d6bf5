// The clocks that every measurement reads.
#pragma once

#include <chrono>
#include <ctime>

namespace fockproxy {

// Seconds from an arbitrary start, monotonic, wall clock. Local, thread-safe.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// CPU seconds of the calling thread. Local, thread-safe.
inline double thread_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace fockproxy
