// Negative controls: stealing schemes with one fault each, which every check worth its name must catch on every run.
#pragma once

#include <utility>

#include "counters/ticket_runs.hpp"

namespace fockproxy::contracts {

// The first change that a rank makes in a dealing is a get and then a put. The race is not left to luck: between the
// two every rank waits until all have got. So each must make a change in the dealing, or none, and with fewer tickets
// than ranks an owner and a thief both get the same ticket. With one rank there is nobody to race with.
class NonAtomicTicketRuns : public TicketRuns {
 public:
  NonAtomicTicketRuns(const Communicator& comm, WindowKind kind) : TicketRuns(comm, kind), meeting_(comm.handle()) {}

  void set_own(TicketRun run) override {
    first_ = true;
    TicketRuns::set_own(run);
  }
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
  bool first_ = true;
};

// An owner's first own ticket of a dealing is taken from its run, and the owner told that it was not.
class DroppingTicketRuns : public TicketRuns {
 public:
  using TicketRuns::TicketRuns;
  void set_own(TicketRun run) override {
    first_ = true;
    TicketRuns::set_own(run);
  }
  TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired) override {
    const TicketRun found = TicketRuns::compare_and_swap(rank, expected, desired);
    const bool taken = rank == comm().rank() && !expected.empty() && expected != desired && found == expected;
    return taken && std::exchange(first_, false) ? desired : found;
  }

 private:
  bool first_ = true;
};

// An owner's first own ticket of a dealing stays in its run, and the owner is told that it was taken.
class RepeatingTicketRuns : public TicketRuns {
 public:
  using TicketRuns::TicketRuns;
  void set_own(TicketRun run) override {
    first_ = true;
    TicketRuns::set_own(run);
  }
  TicketRun compare_and_swap(int rank, TicketRun expected, TicketRun desired) override {
    const bool take = rank == comm().rank() && !expected.empty() && expected != desired;
    const bool fault = take && first_ && look(rank) == expected;
    if (!fault) return TicketRuns::compare_and_swap(rank, expected, desired);
    first_ = false;
    return expected;
  }

 private:
  bool first_ = true;
};

}  // namespace fockproxy::contracts
