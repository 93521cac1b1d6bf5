#include "waiting.hpp"

#include <sched.h>

#include <algorithm>
#include <vector>

#include "parallel/window.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "support/random.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy::testing {

void compute(std::int64_t cost) {
  volatile std::uint64_t value = 1;
  for (std::int64_t i = 0; i < cost; ++i) value = value * 6364136223846793005u + 1442695040888963407u;
}

double compute_rate() {
  constexpr std::int64_t units = 500'000;
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double start = now();
    compute(units);
    best = std::min(best, now() - start);
  }
  return units / best;
}

void unbind() {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
  sched_setaffinity(0, sizeof all, &all);  // the kernel ignores missing cores
}

std::pair<std::unique_ptr<ProgressStrategy>, std::string> made_or_reason(const ProgressEntry& entry) {
  try {
    return {entry.make(runtime()), ""};
  } catch (const UsageError& refusal) {
    if (std::string(refusal.what()).find("UNSUPPORTED: ") == std::string::npos) throw;
    return {nullptr, refusal.what()};
  }
}

namespace {

// One draw. Returns its wait on rank 1, 0 on other ranks. Begins by the clock, so that other processes do not shift the
// ranks.
double draw(ProgressStrategy& strategy, const Window& window, bool idle, double busy, double delay) {
  constexpr std::int64_t quartet = 1000;
  double wait = 0;
  strategy.start();
  world().barrier();
  const double start = now();
  if (world().rank() == 0 && !idle) {
    strategy.resume(start);
    while (now() - start < busy) {
      compute(quartet);
      strategy.computed(quartet);
    }
    strategy.pause(now());
  } else if (world().rank() == 1) {
    while (now() - start < delay) compute(quartet);
    const std::int64_t one = 1;
    std::int64_t before = 0;
    const auto [target, byte] = window.at(0);
    const double begin = now();
    check_mpi(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, target, byte, MPI_SUM, window.handle()), "MPI_Fetch_and_op");
    check_mpi(MPI_Win_flush(target, window.handle()), "MPI_Win_flush");
    wait = now() - begin;
  }
  world().barrier();
  strategy.stop();
  world().barrier();
  return wait;
}

double lower_quartile(std::vector<double> values) {
  std::ranges::sort(values);
  return world().max(values[values.size() / 4]);
}

}  // namespace

Waiting measure_waiting(ProgressStrategy& strategy, const ProgressEntry& entry, double busy, int draws) {
  const std::size_t bytes = world().rank() == 0 ? sizeof(std::int64_t) : 0;
  const Window window(world(), bytes, {.kind = WindowKind::create});
  const Window helped(world(), bytes, {.kind = entry.ghosts ? WindowKind::ghost : WindowKind::create});
  const auto none = find_progress("none").make(runtime());
  std::vector<double> without, with;
  bool inside = true;
  double queued = 0, elapsed = 0;
  for (int i = 0; i < draws; ++i) {
    const double delay = 0.5 * busy * unit_interval(hash64(i));
    const ThreadUsage before = thread_usage();
    const double start = now();
    without.push_back(draw(*none, window, false, busy, delay));
    elapsed += now() - start;
    queued += (thread_usage() - before).run_queue_delay;
    with.push_back(draw(strategy, helped, entry.idle_ranks > 0, busy, delay));
    inside = inside && (world().rank() != 0 || strategy.report().inside_mpi);
  }
  return {lower_quartile(without), lower_quartile(with), world().min(inside ? 1 : 0) == 1,
          world().max(queued / elapsed)};
}

}  // namespace fockproxy::testing
