// Measures the time of a global sum and verifies each value.
#pragma once

#include <string>

#include "experiment/busy_work.hpp"
#include "gsum/global_sum.hpp"
#include "parallel/session.hpp"
#include "record/distribution.hpp"
#include "timing/clocks.hpp"
#include "timing/samples.hpp"

namespace fockproxy {

struct GlobalSumCase {
  Choice<GlobalSumEntry> method = "allreduce";
  WindowKind window = WindowKind::allocate;
  std::size_t values = 128;  // of the vector
  std::size_t chunk = 128;   // values that are summed together
  double late = 0;           // seconds: ranks arrive at random times, up to this long after the first
  double own_work = 0;       // seconds that every rank computes between the halves of the sum
};

// The objects that all rows share. All objects that it refers to must outlive it.
struct GlobalSumBench {
  Session session;
  const SyntheticWork& work;
  ProgressStrategy& progress;
  ClockOffset clock;  // of this rank
  Limits limits = {};
  bool fault = false;  // a negative control: rank 0 leaves out its last chunk
};

// The results are valid on rank 0 only.
struct GlobalSumMeasurement {
  std::string unsupported;  // why there is no result
  std::string fault;        // the fault that was found; then there are no times
  std::int64_t rounds = 0;  // verified
  Distribution seconds;     // from the arrival of the last rank until the last one has the sum
  LogHistogram histogram;
  MedianInterval interval;
  Stop stop = Stop::time;
  bool disturbed = false;  // a rank waited for a core for more than 5% of the time of the row
  double memory = 0;  // bytes of the rank that needed most, resident in addition to its vector; negative: not known
};

// Collective.
GlobalSumMeasurement measure_global_sum(const GlobalSumBench& bench, const GlobalSumCase& the_case);

}  // namespace fockproxy
