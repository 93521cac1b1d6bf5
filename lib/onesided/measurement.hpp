// The measurement of one row: one operation, one footprint, one pair or pattern of ranks. Every transfer is verified.
#pragma once

#include <string>
#include <vector>

#include "onesided/transfer_case.hpp"
#include "record/distribution.hpp"

namespace fockproxy::onesided {

// The results are valid on rank 0 only.
struct Measurement {
  std::string unsupported;         // why nothing was measured
  std::string fault;               // the fault that was found; then there are no times
  Method method = Method::direct;  // in effect
  int per_sample = 1;              // transfers between two readings of the clock; more than 1 if one is too short
  std::int64_t rounds = 0;         // verified
  std::int64_t transfers = 0;      // timed and verified
  Distribution seconds;            // of one transfer, as means over per_sample transfers
  LogHistogram histogram;
  MedianInterval interval;
  Stop stop = Stop::time;
  std::vector<double> rates;  // transfers per second of every origin, by rank
  bool disturbed = false;     // a rank waited for a core for more than 5% of the time of the row
};

// Collective over the world. Ranks that neither send nor receive wait without spinning. If this stack refuses the
// operation, or cannot do it in this shape, `unsupported` gives the reason.
Measurement measure(const Bench& bench, const TransferCase& the_case);

// Why the operation does not take this MPI_Op or datatype; "" if it does. Local.
std::string kind_refusal(const TransferCase& the_case);
// Why the operation cannot perform this case, according to the table of operations; "" if it can. Local.
std::string refusal(const TransferCase& the_case);

}  // namespace fockproxy::onesided
