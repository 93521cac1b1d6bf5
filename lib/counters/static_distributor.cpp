#include "counters/static_distributor.hpp"

namespace fockproxy {

std::optional<Assignment> parse_assignment(std::string_view name) {
  for (const Assignment a : {Assignment::cyclic, Assignment::block, Assignment::interleaved})
    if (name == to_string(a)) return a;
  return std::nullopt;
}

std::string_view to_string(Assignment assignment) { return assignment_names[static_cast<int>(assignment)]; }

std::int64_t first_of_block(std::int64_t tickets, int worker, int workers) {
  const std::int64_t each = tickets / workers, rest = tickets % workers;
  return worker * each + std::min<std::int64_t>(worker, rest);
}

StaticDistributor::StaticDistributor(const Workers& workers, FixedSchedule schedule, Assignment assignment)
    : workers_(workers), schedule_(schedule), assignment_(assignment) {}

void StaticDistributor::begin(std::int64_t tasks) {
  tasks_ = tasks;
  tickets_ = schedule_.tickets(tasks);
  turn_ = 0;
}

std::optional<PositionRange> StaticDistributor::next() {
  if (!works()) return std::nullopt;
  const Ticket mine = ticket(turn_);
  if (assignment_ == Assignment::block && number(mine) >= first_of_block(tickets_, workers_.mine + 1, workers_.count))
    return std::nullopt;
  const std::optional<PositionRange> range = schedule_.range(mine, tasks_);
  if (range) ++turn_;
  return range;
}

Ticket StaticDistributor::ticket(std::int64_t turn) const {
  switch (assignment_) {
    case Assignment::block: return Ticket{first_of_block(tickets_, workers_.mine, workers_.count) + turn};
    case Assignment::interleaved:
      if (turn % 2 == 1) return Ticket{(turn + 1) * workers_.count - 1 - workers_.mine};
      break;
    case Assignment::cyclic: break;
  }
  return Ticket{turn * workers_.count + workers_.mine};
}

std::unique_ptr<Distributor> make_static_distributor(const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  return std::make_unique<StaticDistributor>(agree_on_workers(world, may_work(world, context.options)),
                                             FixedSchedule(context.options.chunk), context.options.assignment);
}

}  // namespace fockproxy
