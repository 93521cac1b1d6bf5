// The control of a measurement: known delays, which must come out again in the right column.
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

// Spins on the clock before it passes a draw, or the moving of a block, on to the real one; of those in two halves
// before the first. Collective.
std::unique_ptr<Counter> delayed(std::unique_ptr<Counter> counter, const Delays& delays);
std::unique_ptr<DistributedMatrix> delayed(std::unique_ptr<DistributedMatrix> matrix, const Delays& delays);

}  // namespace fockproxy::contracts
