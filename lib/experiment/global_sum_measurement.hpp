// How long a global sum takes, verified value by value.
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
  std::size_t chunk = 128;   // that go together
  double late = 0;           // seconds: ranks arrive at random times up to so much after the first
  double own_work = 0;       // seconds that every rank computes between the halves of the sum
};

// The common input of all rows. Everything it refers to must outlive it.
struct GlobalSumBench {
  Session session;
  const SyntheticWork& work;
  ProgressStrategy& progress;
  ClockOffset clock;  // of this rank
  Limits limits = {};
  bool fault = false;  // a negative control: rank 0 leaves out its last chunk
};

// Meaningful on rank 0.
struct GlobalSumMeasurement {
  std::string unsupported;  // why there is nothing
  std::string fault;        // what was wrong; then there are no times
  std::int64_t rounds = 0;  // verified
  Distribution seconds;     // from the arrival of the last rank until the last one has the sum
  LogHistogram histogram;
  MedianInterval interval;
  Stop stop = Stop::time;
  bool disturbed = false;  // some rank was kept waiting for a core for more than 5% of the row's time
  double memory = 0;       // bytes that the rank which needed most had resident beyond its vector; negative: not known
};

// Collective.
GlobalSumMeasurement measure_global_sum(const GlobalSumBench& bench, const GlobalSumCase& the_case);

}  // namespace fockproxy
