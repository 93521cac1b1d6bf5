#include "counters/steal_distributor.hpp"

#include <fmt/format.h>

#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {

StealDistributor::StealDistributor(const Communicator& comm, std::unique_ptr<TicketRuns> runs, FixedSchedule schedule,
                                   bool works, std::uint64_t seed)
    : comm_(comm),
      runs_(std::move(runs)),
      schedule_(schedule),
      workers_(agree_on_workers(comm, works)),
      random_(hash_append(seed, comm.rank())) {
  const std::vector<int> all = comm.all_gather(works ? 1 : 0);
  for (int rank = 0; rank < comm.size(); ++rank)
    if (all[rank] && rank != comm.rank()) victims_.push_back(rank);
}

void StealDistributor::begin(std::int64_t tasks) {
  const std::int64_t tickets = schedule_.tickets(tasks);
  if (tickets > TicketRuns::most_tickets)
    throw AgreedUsageError(
        fmt::format("--counter steal counts tickets in 32 bits, and {} tasks are {} of them: --chunk must "
                    "be at least {}",
                    tasks, tickets, tasks / TicketRuns::most_tickets + 1));
  comm_.barrier();  // nobody steals any more
  const std::int64_t each = tickets / workers_.count, rest = tickets % workers_.count;
  const auto first = [&](std::int64_t w) { return static_cast<std::uint32_t>(w * each + std::min(w, rest)); };
  const TicketRun mine = works() ? TicketRun{first(workers_.mine), first(workers_.mine + 1)} : TicketRun{};
  runs_->set_own(mine);
  own_ = mine;
  tasks_ = tasks;
  log_.clear();
  attempts_ = successes_ = busy_ = own_retries_ = 0;
  finished_ = false;
  comm_.barrier();
}

std::optional<PositionRange> StealDistributor::next() {
  if (finished_ || !works()) return std::nullopt;
  std::optional<Ticket> ticket = take_own();
  if (!ticket) ticket = steal();
  if (ticket) return schedule_.range(*ticket, tasks_);
  finished_ = true;
  return std::nullopt;
}

std::optional<Ticket> StealDistributor::take_own() {
  while (!own_.empty()) {
    const TicketRun rest{own_.head + 1, own_.tail};
    const TicketRun seen = swap(comm_.rank(), own_, rest);
    if (seen == own_) {
      own_ = rest;
      return Ticket{seen.head};
    }
    ++own_retries_;
    own_ = seen;
  }
  return std::nullopt;
}

std::optional<Ticket> StealDistributor::steal() {
  shuffle_victims();
  for (const int victim : victims_)
    if (const auto ticket = steal_from(victim)) return ticket;
  return std::nullopt;
}

std::optional<Ticket> StealDistributor::steal_from(int victim) {
  ++attempts_;
  TicketRun seen = swap(victim, {}, {});  // a look
  while (!seen.empty()) {
    const TicketRun left{seen.head, seen.tail - (seen.size() / 2 + seen.size() % 2)};
    const TicketRun found = swap(victim, seen, left);
    if (found == seen) {
      ++successes_;
      if (const TicketRun rest{left.tail + 1, seen.tail}; !rest.empty()) {
        if (swap(comm_.rank(), own_, rest) != own_)
          throw ComputationError("work stealing: somebody else changed the empty run of this rank");
        own_ = rest;
      }
      return Ticket{left.tail};
    }
    ++busy_;
    seen = found;
  }
  return std::nullopt;
}

// Fisher & Yates.
void StealDistributor::shuffle_victims() {
  for (std::size_t n = victims_.size(); n > 1; --n) {
    random_ = hash64(random_);
    std::swap(victims_[n - 1], victims_[random_ % n]);
  }
}

TicketRun StealDistributor::swap(int rank, TicketRun expected, TicketRun desired) {
  const TicketRun found = log_.timed(rank, 1, [&] { return runs_->compare_and_swap(rank, expected, desired); });
  log_.add(rank, 0, TicketRuns::bytes_per_swap, 0);
  return found;
}

std::vector<Statistic> StealDistributor::statistics() const {
  return {{"steal attempts", attempts_},
          {"steal successes", successes_},
          {"steal busy", busy_},
          {"own retries", own_retries_}};
}

std::unique_ptr<Distributor> make_steal_distributor(const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  return std::make_unique<StealDistributor>(world, std::make_unique<TicketRuns>(world, context.window),
                                            FixedSchedule(context.options.chunk), may_work(world, context.options),
                                            context.options.seed);
}

}  // namespace fockproxy
