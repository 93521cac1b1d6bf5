// How many values a second a counter gives when nobody does anything else.
#pragma once

#include <string>
#include <vector>

#include "counters/counter.hpp"
#include "experiment/clock_offset.hpp"
#include "record/distribution.hpp"

namespace fockproxy {

// One measurement; on rank 0, `fault` on every rank. The times stand only where `fault` is empty.
struct Saturation {
  int drawing_ranks = 0;
  int drawing_hosts = 0;
  double values_per_second = 0;
  Distribution waits;  // seconds, of every draw
  std::string fault;
};

// Collective. Ranks first..last-1 draw without pause for `seconds` (those of them that draw: a serving rank serves),
// every other rank waits inside MPI. Every value is verified as in a timed run of the kernel.
Saturation saturate(const Runtime& runtime, Counter& counter, const ClockOffset& clock, int first, int last,
                    double seconds);

// Tasks of `task_seconds` on this many ranks ask for values as fast as the counter gives them: more ranks only wait.
inline double saturating_ranks(double values_per_second, double task_seconds) {
  return values_per_second * task_seconds;
}

}  // namespace fockproxy
