// One row: one operation, one footprint, one pair or pattern of ranks; timed, and every transfer verified.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/busy_work.hpp"
#include "onesided/faulty_mover.hpp"
#include "onesided/mover.hpp"
#include "onesided/pieces.hpp"
#include "onesided/traffic_pattern.hpp"
#include "parallel/session.hpp"
#include "record/distribution.hpp"
#include "timing/clocks.hpp"
#include "timing/samples.hpp"

namespace fockproxy::onesided {

struct TransferCase {
  Choice<OperationEntry> operation;
  WindowKind window = WindowKind::allocate;
  Completion completion = Completion::flush;
  Method method = Method::direct;
  Footprint footprint = Footprint::contiguous(1);
  TrafficPattern traffic = {};
  int in_flight = 1;    // transfers issued before any is completed; method direct only
  bool warm = false;    // the same places were moved right before, and nobody touched them since
  double period = 0;    // seconds that the one target computes at a time; 0: it stays inside MPI
  double own_work = 0;  // seconds that the origin computes between issue and completion
};

// What all rows share. Everything it refers to must outlive it.
struct Bench {
  Session session;
  const SyntheticWork& work;
  ProgressStrategy& progress;  // started
  ClockCost clock;
  Limits limits = {};
  std::optional<MoverFault> fault = {};  // a negative control
};

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
