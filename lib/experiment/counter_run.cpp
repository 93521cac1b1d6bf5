#include "experiment/counter_run.hpp"

#include "experiment/quiet_barrier.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// With sleeping work, a waiting rank must not occupy a core that a sleeping rank needs when it wakes.
constexpr double nap_seconds = 20e-6;

RankRun draw_and_work(const CounterKernel& kernel, Distributor& distributor, ProgressStrategy& progress,
                      std::vector<TicketDraw>& draws) {
  RankRun run;
  const double offset = kernel.clock.offset;
  run.begin = now() + offset;
  for (;;) {
    const double asked = now() + offset;
    const auto range = distributor.next();
    const double got = now() + offset;
    if (!range) {
      run.last_wait = got - asked;
      run.end = got;
      return run;
    }
    draws.push_back({.first = number(range->first), .last = number(range->last), .begin = asked, .end = got});
    for (Position position = range->first; position < range->last; ++position) {
      const double seconds = kernel.lengths.seconds(position);
      kernel.work.run(seconds, progress);
      run.ideal += seconds;
      ++run.tasks;
      kernel.watchdog.beat();
    }
    run.work += now() + offset - got;
  }
}

// Uses only values that are recorded anyway, so tracing does not slow the run. `left`: when the rank passed the last
// barrier, on its own clock. `home`: the rank with the value of a shared counter, or -1.
void trace_run(const CounterKernel& kernel, const RankRun& run, const std::vector<TicketDraw>& draws, double left,
               bool helper, int home) {
  TraceRing& trace = *kernel.trace;
  const double offset = kernel.clock.offset;  // draws use rank 0's clock, the ring that of its rank
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const TicketDraw& draw = draws[i];
    const double begin = draw.begin - offset, end = draw.end - offset;
    trace.add({.kind = SpanKind::counter, .target = home, .begin = begin, .end = end, .id = draw.first});
    const double until = i + 1 < draws.size() ? draws[i + 1].begin : run.end - run.last_wait;
    trace.add({.kind = SpanKind::compute, .begin = end, .end = until - offset, .id = draw.first});
  }
  const double begin = run.begin - offset, end = run.end - offset;
  trace.add({.kind = SpanKind::counter, .target = home, .begin = run.end - run.last_wait - offset, .end = end});
  trace.add({.kind = SpanKind::idle, .begin = end, .end = left});
  if (helper) trace.add({.kind = SpanKind::helper, .begin = begin, .end = left});
  trace.add({.kind = SpanKind::run, .begin = begin, .end = left, .id = kernel.label});
}

}  // namespace

CounterRun run_counter_kernel(const CounterKernel& kernel, Distributor& distributor, ProgressStrategy& progress,
                              std::int64_t tasks, bool ordered) {
  const Communicator& world = kernel.runtime.world();
  std::vector<TicketDraw> draws;
  draws.reserve(static_cast<std::size_t>(tasks));  // no allocation inside the timed region
  distributor.begin(tasks);
  progress.start();
  world.barrier();
  const ThreadUsage before = thread_usage();
  RankRun mine = draw_and_work(kernel, distributor, progress, draws);
  mine.works = distributor.works();
  const ThreadUsage usage = thread_usage() - before;
  mine.run_queue = usage.run_queue_delay;
  mine.cpu = usage.cpu;
  if (kernel.work.kind() == WorkKind::sleep) quiet_barrier(world, nap_seconds);
  else world.barrier();
  const double left = now();
  progress.stop();
  mine.helper_inside_mpi = progress.report().inside_mpi;
  mine.poll = progress.report().poll_seconds;
  mine.helper_cpu = progress.report().helper_cpu;
  for (const Statistic& statistic : distributor.statistics()) mine.statistics.add(statistic.name, statistic.value);
  if (kernel.trace != nullptr) trace_run(kernel, mine, draws, left, progress.report().helper, ordered ? 0 : -1);

  CounterRun run;
  for (const auto& rank : world.gather_lists(std::span<const RankRun>(&mine, 1)))
    run.ranks.insert(run.ranks.end(), rank.begin(), rank.end());
  run.draws = world.gather_lists(std::span<const TicketDraw>(draws));
  run.clock_error = world.max(kernel.clock.error);
  const std::string fault = world.is_root() ? ticket_fault(run.draws, tasks, ordered, run.clock_error) : "";
  run.fault = world.broadcast(fault);
  return run;
}

}  // namespace fockproxy
