// The clocks that every measurement reads.
#pragma once

#include <ctime>

namespace fockproxy {

// Seconds of a clock of POSIX. Not of std::chrono: a simulator of MPI, such as SMPI of SimGrid, replaces clock_gettime
// by the clock of the simulation. It cannot replace the clocks inside the C++ library. Local, thread-safe.
inline double read_clock(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Seconds from an arbitrary start, monotonic, wall clock. Local, thread-safe.
inline double now() { return read_clock(CLOCK_MONOTONIC); }

// CPU seconds of the calling thread. Local, thread-safe.
inline double thread_cpu_seconds() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace fockproxy
