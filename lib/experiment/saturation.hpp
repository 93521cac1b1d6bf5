// Measures the values per second of a counter without any other work.
#pragma once

#include <string>
#include <vector>

#include "counters/counter.hpp"
#include "record/distribution.hpp"
#include "timing/clocks.hpp"

namespace fockproxy {

// One measurement; on rank 0, `fault` on every rank. The times are valid only if `fault` is empty.
struct Saturation {
  int drawing_ranks = 0;
  int drawing_hosts = 0;
  double values_per_second = 0;
  Distribution waits;  // seconds, of every draw
  std::string fault;
};

// Collective. Ranks first..last-1 draw without pause for `seconds` (a rank that serves does so). All other ranks wait
// inside MPI. Each value is verified as in a timed run of the kernel.
Saturation saturate(const Runtime& runtime, Counter& counter, const ClockOffset& clock, int first, int last,
                    double seconds);

// The number of ranks whose tasks of `task_seconds` saturate the counter. With more ranks, each rank only waits longer.
inline double saturating_ranks(double values_per_second, double task_seconds) {
  return values_per_second * task_seconds;
}

}  // namespace fockproxy
