// Negative controls: stealing schemes with one fault each, which the checks must detect on every run.
#pragma once

#include <utility>

#include "counters/ticket_runs.hpp"

namespace fockproxy::contracts {

// The base class of runs with one fault in every dealing.
class FaultyTicketRuns : public TicketRuns {
 public:
  using TicketRuns::TicketRuns;
  void set_own(TicketRun run) final {
    first_ = true;
    TicketRuns::set_own(run);
  }

 protected:
  // Would this change take a ticket of this rank's own run, if the run is as expected?
  bool takes_own(int rank, TicketRun expected, TicketRun desired) const {
    return rank == comm().rank() && !expected.empty() && expected != desired;
  }

  bool first_ = true;  // no fault in this dealing yet
};

// The first change that a rank makes in a dealing is a get and then a put. The race does not depend on chance: between
// the two every rank waits until all ranks have got. So either every rank must make a change in the dealing, or none.
// With fewer tickets than ranks an owner and a thief both get the same ticket. With one rank there is no race.
class NonAtomicTicketRuns : public FaultyTicketRuns {
 public:
  NonAtomicTicketRuns(const Communicator& comm, const WindowChoice& choice)
      : FaultyTicketRuns(comm, choice), meeting_(comm.handle()) {}

  TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired) override {
    if (expected == desired || !first_) return TicketRuns::compare_and_swap(rank, expected, desired);
    first_ = false;
    const TicketRun got = look(rank);
    meeting_.barrier();
    if (got != expected) return got;
    TicketRun seen = got;
    for (TicketRun before = seen; (seen = TicketRuns::compare_and_swap(rank, before, desired)) != before;)
      before = seen;
    return got;
  }

 private:
  Communicator meeting_;
};

// An owner takes its first own ticket of a dealing from its run, but is told that the swap failed.
class DroppingTicketRuns : public FaultyTicketRuns {
 public:
  using FaultyTicketRuns::FaultyTicketRuns;
  TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired) override {
    const TicketRun found = TicketRuns::compare_and_swap(rank, expected, desired);
    const bool taken = takes_own(rank, expected, desired) && found == expected;
    return taken && std::exchange(first_, false) ? desired : found;
  }
};

// An owner's first own ticket of a dealing stays in its run, but the owner is told that it was taken.
class RepeatingTicketRuns : public FaultyTicketRuns {
 public:
  using FaultyTicketRuns::FaultyTicketRuns;
  TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired) override {
    const bool fault = takes_own(rank, expected, desired) && first_ && look(rank) == expected;
    if (!fault) return TicketRuns::compare_and_swap(rank, expected, desired);
    first_ = false;
    return expected;
  }
};

}  // namespace fockproxy::contracts
