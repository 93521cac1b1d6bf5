#include "counters/steal_distributor.hpp"

#include <algorithm>

#include "support/random.hpp"

namespace fockproxy {

namespace {

std::vector<int> others_that_work(const Communicator& comm, bool works) {
  const std::vector<int> all = comm.all_gather(works ? 1 : 0);
  std::vector<int> others;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (all[rank] && rank != comm.rank()) others.push_back(rank);
  return others;
}

}  // namespace

StealDistributor::StealDistributor(const Communicator& comm, std::unique_ptr<TicketRuns> runs, FixedSchedule schedule,
                                   bool works, std::uint64_t seed)
    : comm_(comm),
      runs_(std::move(runs)),
      schedule_(schedule),
      workers_(agree_on_workers(comm, works)),
      stealing_(comm.rank(), others_that_work(comm, works), hash_append(seed, comm.rank())) {}

void StealDistributor::begin(std::int64_t tasks) {
  const TicketRun first = first_run(schedule_.tickets(tasks), tasks, std::max(workers_.mine, 0), workers_.count);
  const TicketRun mine = works() ? first : TicketRun{};
  comm_.barrier();  // no rank steals any more
  runs_->set_own(mine);
  stealing_.begin(mine);
  tasks_ = tasks;
  log_.clear();
  finished_ = false;
  comm_.barrier();
}

std::optional<PositionRange> StealDistributor::next() {
  if (finished_ || !works()) return std::nullopt;
  stealing_.next();
  while (const auto& swap = stealing_.swap()) stealing_.found(make(*swap));
  if (const auto ticket = stealing_.ticket()) return schedule_.range(*ticket, tasks_);
  finished_ = true;
  return std::nullopt;
}

TicketRun StealDistributor::make(const Stealing::Swap& swap) {
  const TicketRun before =
      log_.timed(swap.rank, 1, [&] { return runs_->compare_and_swap(swap.rank, swap.expected, swap.desired); });
  log_.add(swap.rank, 0, TicketRuns::bytes_per_swap, 0);
  return before;
}

std::vector<Statistic> StealDistributor::statistics() const {
  const Stealing::Counts& counts = stealing_.counts();
  return {{"steal attempts", counts.attempts},
          {"steal successes", counts.successes},
          {"steal busy", counts.busy},
          {"own retries", counts.own_retries}};
}

std::unique_ptr<Distributor> make_steal_distributor(const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  return std::make_unique<StealDistributor>(world, std::make_unique<TicketRuns>(world, context.window),
                                            FixedSchedule(context.options.chunk), may_work(world, context.options),
                                            context.options.seed);
}

}  // namespace fockproxy
