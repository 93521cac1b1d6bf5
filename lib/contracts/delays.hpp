// Known delays, to control a measurement: the right column must show them.
#pragma once

#include <memory>
#include <string>

#include "counters/counter.hpp"
#include "matrices/distributed_matrix.hpp"

namespace fockproxy::contracts {

// Seconds added to every operation of a kind; held blocks count as gets and accumulates.
struct Delays {
  double counter = 0, get = 0, accumulate = 0;

  // "get=200us", "counter=1ms,accumulate=50us". Throws UsageError.
  static Delays parse(const std::string& text);
};

// Waits for the delay in a loop before each draw, or each move of a block, and then calls the real operation. For
// operations in two halves the delay is in the first half. Collective.
std::unique_ptr<Counter> delayed(std::unique_ptr<Counter> counter, const Delays& delays);
std::unique_ptr<DistributedMatrix> delayed(std::unique_ptr<DistributedMatrix> matrix, const Delays& delays);

}  // namespace fockproxy::contracts
