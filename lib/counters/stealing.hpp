// The decisions of a rank in work stealing: which run of tickets it changes next, and how.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "tasks/numbers.hpp"

namespace fockproxy {

// Tickets [head, tail) in one 64-bit word, 32 bits each, so one compare-and-swap changes both.
struct TicketRun {
  std::uint32_t head = 0;
  std::uint32_t tail = 0;
  bool empty() const { return head == tail; }
  std::uint32_t size() const {
    assert(head <= tail);
    return tail - head;
  }
  bool operator==(const TicketRun&) const = default;
  std::uint64_t packed() const { return std::uint64_t{head} << 32 | tail; }
  static TicketRun unpacked(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
};
// The first run of consecutive tickets of `worker`, one of `workers`. Throws UsageError if `tickets`, which stand for
// `tasks` tasks, are more than a run can count.
TicketRun first_run(std::int64_t tickets, std::int64_t tasks, int worker, int workers);

// A rank takes tickets from the head of its own run. If that is empty, it looks at the victims in random order. It
// takes the last half of the first run that it finds (of n tickets, n/2 rounded up), keeps the first of these, and
// publishes the others as its own run. Each call of next() that finds every run empty has looked at all victims. Local;
// no MPI: the caller makes the swaps.
//
//     stealing.next();
//     while (const auto swap = stealing.swap()) stealing.found(compare_and_swap(*swap));
//     stealing.ticket()
class Stealing {
 public:
  // Compare-and-swap on the run of a rank.
  struct Swap {
    int rank;
    TicketRun expected, desired;
  };
  struct Counts {
    std::int64_t attempts = 0;  // victims looked at
    std::int64_t successes = 0;
    std::int64_t busy = 0;         // swaps at a victim that another rank won
    std::int64_t own_retries = 0;  // swaps on the own run that the owner lost to a thief
  };

  // victims: ranks, without this one. The seed determines their order.
  Stealing(int rank, std::vector<int> victims, std::uint64_t seed)
      : rank_(rank), victims_(std::move(victims)), random_(seed) {}

  void begin(TicketRun own);  // a dealing, with these tickets as the own run
  void next();                // looks for the next ticket

  // The swap to be made; nothing when the search is over.
  const std::optional<Swap>& swap() const { return swap_; }
  // Takes the value of the run before the swap. Throws ComputationError if another rank has changed this rank's empty
  // run.
  void found(TicketRun before);
  // The ticket that was found; nothing: all runs were empty.
  std::optional<Ticket> ticket() const { return ticket_; }

  const Counts& counts() const { return counts_; }

 private:
  enum class Doing { taking, robbing, publishing };
  void take_own();
  void look_at_another();
  void end_with(Ticket ticket);

  int rank_;
  std::vector<int> victims_;
  std::uint64_t random_;
  TicketRun own_{};       // as last seen
  std::size_t left_ = 0;  // the number of victims in front not yet looked at
  Doing doing_ = Doing::taking;
  std::optional<Swap> swap_{};
  std::optional<Ticket> ticket_{};
  Counts counts_{};
};

}  // namespace fockproxy
