#include "counters/stealing.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "counters/static_distributor.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {

TicketRun first_run(std::int64_t tickets, std::int64_t tasks, int worker, int workers) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  if (tickets > most)
    throw AgreedUsageError(
        fmt::format("--counter steal counts tickets in 32 bits, and {} tasks are {} of them: --chunk must "
                    "be at least {}",
                    tasks, tickets, tasks / most + 1));
  return {static_cast<std::uint32_t>(first_of_block(tickets, worker, workers)),
          static_cast<std::uint32_t>(first_of_block(tickets, worker + 1, workers))};
}

void Stealing::begin(TicketRun own) {
  own_ = own;
  counts_ = {};
}

void Stealing::next() {
  ticket_.reset();
  left_ = victims_.size();
  if (own_.empty()) look_at_another();
  else take_own();
}

void Stealing::found(TicketRun before) {
  const Swap made = *swap_;
  const bool done = before == made.expected;
  switch (doing_) {
    case Doing::taking:
      own_ = done ? made.desired : before;
      if (done) {
        end_with(Ticket{before.head});
      } else {
        ++counts_.own_retries;
        if (own_.empty()) look_at_another();
        else take_own();
      }
      break;
    case Doing::robbing:
      if (!done && !made.expected.empty()) ++counts_.busy;
      if (before.empty()) {
        look_at_another();
      } else if (!done) {
        const std::uint32_t half = before.size() / 2 + before.size() % 2;
        swap_ = {made.rank, before, {before.head, before.tail - half}};
      } else {
        ++counts_.successes;
        ticket_ = Ticket{made.desired.tail};
        const TicketRun rest{made.desired.tail + 1, before.tail};
        if (rest.empty()) {
          end_with(*ticket_);
        } else {
          doing_ = Doing::publishing;
          swap_ = {rank_, own_, rest};
        }
      }
      break;
    case Doing::publishing:
      if (!done) throw ComputationError("work stealing: another rank changed the empty run of this rank");
      own_ = made.desired;
      end_with(*ticket_);
      break;
  }
}

void Stealing::take_own() {
  doing_ = Doing::taking;
  swap_ = {rank_, own_, {own_.head + 1, own_.tail}};
}

// Chooses the next victim by a Fisher-Yates shuffle, one step at a time. The swap of an empty range for an empty one
// reads the victim's range.
void Stealing::look_at_another() {
  swap_.reset();
  if (left_ == 0) return;
  random_ = hash64(random_);
  std::swap(victims_[left_ - 1], victims_[random_ % left_]);
  doing_ = Doing::robbing;
  swap_ = {victims_[--left_], {}, {}};
  ++counts_.attempts;
}

void Stealing::end_with(Ticket ticket) {
  ticket_ = ticket;
  swap_.reset();
}

}  // namespace fockproxy
