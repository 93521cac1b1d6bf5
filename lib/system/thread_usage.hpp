// The CPU time of a thread, and how long the operating system made it wait for a core.
#pragma once

#include <cstdint>
#include <string>
#include <thread>

namespace fockproxy {

// The usage of the calling thread since its start; take differences for a region. Trivially copyable.
struct ThreadUsage {
  double cpu = 0;                         // seconds on a core
  double run_queue_delay = 0;             // seconds ready to run, but waiting for a core
  std::int64_t involuntary_switches = 0;  // the system took the thread off a core although it was ready to run

  ThreadUsage operator-(const ThreadUsage& earlier) const {
    return {cpu - earlier.cpu, run_queue_delay - earlier.run_queue_delay,
            involuntary_switches - earlier.involuntary_switches};
  }
};

// Local, thread-safe; takes some microseconds. The delay is the second field of /proc/thread-self/schedstat (Linux,
// Documentation/scheduler/sched-stats.rst). It stays 0 if the kernel does not record it; see
// has_run_queue_delay().
ThreadUsage thread_usage();
bool has_run_queue_delay();

// Gives the calling thread or `thread` the name "fp-" and at most 12 more characters. The prefix marks a thread of the
// program itself.
void name_own_thread(const std::string& name);
void name_thread(std::thread& thread, const std::string& name);

// The threads of this process without this prefix, except the calling thread. MPI and the libraries below it started
// them.
struct LibraryThreads {
  int count = 0;
  double cpu = 0;  // seconds on a core, since each was started
};
LibraryThreads library_threads();  // local; takes some ten microseconds

}  // namespace fockproxy
