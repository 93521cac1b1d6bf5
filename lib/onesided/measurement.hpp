// One row: one operation, one footprint, one pair or pattern of ranks; timed, and every transfer verified.
#pragma once

#include <string>
#include <vector>

#include "onesided/transfer_case.hpp"
#include "record/distribution.hpp"

namespace fockproxy::onesided {

// Meaningful on rank 0.
struct Measurement {
  std::string unsupported;         // why there is nothing
  std::string fault;               // what was wrong; then there are no times
  Method method = Method::direct;  // in effect
  int per_sample = 1;              // transfers between two readings of the clock: more than one where one is too short
  std::int64_t rounds = 0;         // verified
  std::int64_t transfers = 0;      // timed and verified
  Distribution seconds;            // of one transfer, in means of per_sample
  LogHistogram histogram;
  MedianInterval interval;
  Stop stop = Stop::time;
  std::vector<double> rates;  // transfers a second of every origin, by rank
  bool disturbed = false;     // some rank was kept waiting for a core for more than 5% of the row's time
};

// Collective over the world; ranks that take no part wait without spinning. An operation that this stack refuses, or
// cannot do in this shape, is `unsupported`.
Measurement measure(const Bench& bench, const TransferCase& the_case);

// Why the operation cannot be asked for this, from the table alone; "" when it can. Local.
std::string refusal(const TransferCase& the_case);

}  // namespace fockproxy::onesided
