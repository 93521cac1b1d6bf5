// Drawing work, with every draw from a shared counter counted and timed.
#pragma once

#include "counters/distributor.hpp"
#include "fock/block_transfers.hpp"

namespace fockproxy {

// Local; not thread-safe. Everything passed by reference must outlive it.
class CountedDraws {
 public:
  CountedDraws(const Runtime& runtime, Distributor& distributor, RankRecord& record)
      : distributor_(distributor),
        record_(record),
        target_(distributor.counter_home() < 0 ? 0
                                               : static_cast<int>(target_of(runtime, distributor.counter_home()))) {}

  std::optional<IdRange> next() {
    const std::int64_t before = distributor_.draws();
    const std::int64_t bytes_before = distributor_.traffic().bytes;
    const double start = now();
    const auto range = distributor_.next();
    const double seconds = now() - start;
    const std::int64_t draws = distributor_.draws() - before;
    if (draws > 0) {  // none without a counter: then the time is bookkeeping
      OperationTally& tally = record_[OperationKind::counter];
      tally.operations[target_] += draws;
      tally.bytes[target_] += distributor_.traffic().bytes - bytes_before;
      tally.seconds[target_] += seconds;
      if (!range) record_.draws_past_end += draws;
    }
    return range;
  }

 private:
  Distributor& distributor_;
  RankRecord& record_;
  int target_;
};

}  // namespace fockproxy
