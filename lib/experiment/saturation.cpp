#include "experiment/saturation.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "experiment/quiet_barrier.hpp"
#include "experiment/ticket_log.hpp"
#include "record/operations.hpp"

namespace fockproxy {
namespace {

constexpr std::size_t most_draws = 200'000;  // per rank: 6.4 MB

// Draws for `seconds` and overwrites `draws`, whose size is the largest number of draws. Its pages are touched already,
// so no page fault is timed.
void hammer(Counter& counter, double offset, double seconds, std::vector<TicketDraw>& draws) {
  std::size_t drawn = 0;
  const double start = now();
  for (double begin = start; begin - start < seconds && drawn < draws.size();) {
    const std::int64_t value = counter.fetch_add(1);
    const double end = now();
    draws[drawn++] = {.first = value, .last = value + 1, .begin = begin + offset, .end = end + offset};
    begin = end;
  }
  draws.resize(drawn);
}

Saturation evaluate(const Runtime& runtime, const TicketLog& log, double clock_error) {
  Saturation result;
  std::set<std::string> hosts;
  std::vector<double> waits;
  double begin = std::numeric_limits<double>::infinity(), end = 0;
  for (std::size_t rank = 0; rank < log.size(); ++rank) {
    if (log[rank].empty()) continue;
    ++result.drawing_ranks;
    hosts.insert(runtime.hosts()[rank]);
    for (const TicketDraw& draw : log[rank]) waits.push_back(draw.end - draw.begin);
    begin = std::min(begin, log[rank].front().begin);
    end = std::max(end, log[rank].back().end);
  }
  result.drawing_hosts = static_cast<int>(hosts.size());
  result.fault = ticket_fault(log, static_cast<std::int64_t>(waits.size()), true, clock_error);
  if (!result.fault.empty() || waits.empty()) return result;
  result.values_per_second = static_cast<double>(waits.size()) / (end - begin);
  result.waits = distribution_of(std::move(waits));
  return result;
}

}  // namespace

Saturation saturate(const Runtime& runtime, Counter& counter, const ClockOffset& clock, int first, int last,
                    double seconds) {
  const Communicator& world = runtime.world();
  const bool hammers = counter.draws() && first <= world.rank() && world.rank() < last;
  std::vector<TicketDraw> draws(hammers ? most_draws : 0);
  counter.reset(0);
  world.barrier();
  if (hammers) hammer(counter, clock.offset, seconds, draws);
  counter.finish();
  // The root keeps calling MPI, because it is the home of most counters. Other ranks without work free the cores.
  quiet_barrier(world, world.is_root() ? 0 : 1e-3);

  const TicketLog log = world.gather_lists(std::span<const TicketDraw>(draws));
  const double clock_error = world.max(clock.error);
  Saturation result;
  if (world.is_root()) result = evaluate(runtime, log, clock_error);
  result.fault = world.broadcast(result.fault);
  return result;
}

}  // namespace fockproxy
