// The contract of Counter and Distributor, as checks that return the violations. Collective; the result is the same on
// every rank. Backends and negative controls run the same checks.
//
// Every check resets the counter, lets the drawing ranks draw, and calls finish() on every rank. If a rank serves
// (Counter::draws() is false), it serves during the draws, and the other ranks meet without it.
#pragma once

#include "contracts/violations.hpp"
#include "counters/distributor.hpp"

namespace fockproxy::contracts {

// All ranks draw at once, `draws` times each (at least 3), n at a time. Every value must occur exactly once, the first
// value must be `start`, and the values of each rank must rise. One more draw at the end must show exactly the number
// of draws. If all ranks share one clock (one node), a draw that began after the end of another must give a larger
// value.
Violations check_every_value_once(const Communicator& comm, Counter& counter, std::int64_t start, int draws,
                                  std::int64_t n, bool one_clock);

// The same with whole draws and draws in two halves mixed, in a different order on every rank, with delays between some
// halves. A counter that cannot start a draw must refuse to.
Violations check_draws_in_two_halves(const Communicator& comm, Counter& counter, int draws, bool one_clock);

// Ranks draw one after the other, in ascending and then in descending order, with a barrier between any two draws. The
// values must be consecutive.
Violations check_draws_in_turn(const Communicator& comm, Counter& counter);

// Only one rank draws, first the last and then the first of the drawing ranks, while the other ranks finish at once.
// Before that, the ranks reset twice in a row and finish without a draw.
Violations check_lone_draws(const Communicator& comm, Counter& counter, int draws);

// Every rank draws until it gets a value past `tasks`. Each smaller value must occur exactly once, and none may exceed
// tasks + ranks.
Violations check_drawing_past_the_end(const Communicator& comm, Counter& counter, std::int64_t tasks);

// Draws from two counters, alternately unless a rank serves them. Neither may see the draws of the other.
Violations check_two_counters(const Communicator& comm, Counter& a, Counter& b);

// All checks above in this order, up to the first violation. They reset and reuse the counter, with starts above 2^31
// and n > 1. `other` is a second counter of the same kind; `draws` is per rank and check.
Violations check_counter(const Communicator& comm, Counter& counter, Counter& other, int draws, bool one_clock);

// Deals `tasks` positions. Each must occur exactly once over all workers, none outside the range, and nothing after the
// end. Ranks differ in speed.
Violations check_dealing(const Communicator& comm, Distributor& distributor, std::int64_t tasks);

// check_dealing for many tasks, none, fewer than ranks, and many again, with the same distributor.
Violations check_distributor(const Communicator& comm, Distributor& distributor, std::int64_t many);

}  // namespace fockproxy::contracts
