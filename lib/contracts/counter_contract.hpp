// The contract of Counter and Distributor, as checks that return what was violated. Collective; the result is the same
// on every rank. Backends and negative controls are held to the very same checks.
//
// Every check resets the counter, lets the ranks that draw do so, and finishes it on every rank. Where a rank serves
// (Counter::draws() is false), it does so meanwhile, and the others meet without it.
#pragma once

#include "contracts/violations.hpp"
#include "counters/distributor.hpp"

namespace fockproxy::contracts {

// All ranks draw at once, `draws` times each (at least 3), n at a time: every value exactly once, the first one
// `start`, each rank's rising, and one more draw at the end shows exactly what was drawn. Where all ranks share one
// clock (one node), a value drawn wholly after another is larger.
Violations check_every_value_once(const Communicator& comm, Counter& counter, std::int64_t start, int draws,
                                  std::int64_t n, bool one_clock);

// The same with whole draws and draws in two halves mixed, on every rank in another order, some halves apart in time.
// A counter that cannot start a draw must refuse to.
Violations check_draws_in_two_halves(const Communicator& comm, Counter& counter, int draws, bool one_clock);

// Ranks draw one after the other, up and then down the ranks, with a barrier between any two draws: the values are
// consecutive.
Violations check_draws_in_turn(const Communicator& comm, Counter& counter);

// One rank alone draws, first the last and then the first of them, while the others finish at once; before that, ranks
// reset twice in a row and finish without any draw.
Violations check_lone_draws(const Communicator& comm, Counter& counter, int draws);

// Every rank draws until it sees a value past `tasks`: each value below exactly once, none beyond tasks + ranks.
Violations check_drawing_past_the_end(const Communicator& comm, Counter& counter, std::int64_t tasks);

// Draws from two counters, alternately unless a rank serves them: neither sees the other's.
Violations check_two_counters(const Communicator& comm, Counter& a, Counter& b);

// All of the above in this order, up to the first check that is violated; resets and reuses the counter throughout,
// with starts above 2^31 and n > 1. `other` is a second counter of the same kind; `draws` per rank and check.
Violations check_counter(const Communicator& comm, Counter& counter, Counter& other, int draws, bool one_clock);

// Deals `tasks` ids: each exactly once over all workers, none outside, nothing after the end. Ranks differ in speed.
Violations check_dealing(const Communicator& comm, Distributor& distributor, std::int64_t tasks);

// check_dealing for many tasks, none, fewer than ranks, and many again, with the same distributor.
Violations check_distributor(const Communicator& comm, Distributor& distributor, std::int64_t many);

}  // namespace fockproxy::contracts
