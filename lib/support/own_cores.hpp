// The cores on which a thread may run.
#pragma once

#include <sched.h>

#include <vector>

namespace fockproxy {

// The cores of its node on which the calling thread may run, ascending; empty if unknown. Local, thread-safe.
inline std::vector<int> own_cores() {
  std::vector<int> cores;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

}  // namespace fockproxy
