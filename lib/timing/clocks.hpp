// Measures the cost of reading the clock, and a common time axis for all ranks.
#pragma once

#include "parallel/runtime.hpp"

namespace fockproxy {

// The resolution of now() and the time of one reading, in seconds: the smallest step that occurred, and the median of
// many consecutive readings. Local.
struct ClockCost {
  double resolution = 0, reading = 0;
};
ClockCost measure_clock();

// now() of this rank plus `offset` is now() of rank 0, within `error`; seconds. Ranks on the host of rank 0 read the
// same monotonic clock, so both are 0.
struct ClockOffset {
  double offset = 0;
  double error = 0;  // half the shortest round trip of a message
};

// Collective. Ranks of other hosts exchange messages with rank 0, one rank after the other. The exchange with the
// shortest round trip determines the offset (Cristian 1989).
ClockOffset measure_clock_offset(const Runtime& runtime);

}  // namespace fockproxy
