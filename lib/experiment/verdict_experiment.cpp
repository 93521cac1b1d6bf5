#include "experiment/verdict_experiment.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "experiment/core_watch.hpp"
#include "experiment/quiet_barrier.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy {
namespace {

// A computation of rank 0 takes at least this many times as long as an undisturbed operation.
constexpr double period_over_operation = 4;
constexpr int undisturbed_samples = 7;

// Waits vary up to a period. With so few of them, the p90 is below half a period three times in a thousand.
constexpr int fewest_samples = 12;
constexpr double periods_per_sample = 3;  // an operation that needs the target once takes one, including the pause

}  // namespace

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::by_itself: return "progresses by itself";
    case Verdict::needs_target: return "needs the target in MPI";
    case Verdict::unsupported: return "UNSUPPORTED";
  }
  return "";
}

OperationVerdict VerdictExperiment::judge(OperationVerdict row, const std::function<void()>& perform) {
  row.undisturbed = distribution_of(measure(row, 0, undisturbed_samples, perform)).median;
  row.period = std::max(options_.period, period_over_operation * row.undisturbed);
  const int samples = std::clamp(static_cast<int>(options_.longest / row.period),
                                 std::min(fewest_samples, options_.samples), options_.samples);
  if (row.reason.empty()) {
    const CoreWatch cores;
    row.waits = measure(row, row.period, samples, perform);
    const bool measures = comm_.rank() == target_rank || comm_.rank() == origin_rank;
    row.disturbed = comm_.max(measures && cores.disturbed() ? 1 : 0) == 1;
  }
  row.distribution = distribution_of(row.waits);
  if (row.reason.empty())
    row.verdict = row.distribution.p90 - row.undisturbed > row.period / 2 ? Verdict::needs_target : Verdict::by_itself;
  return row;
}

// Durations of up to `samples` operations of rank 1, the same on every rank. Meanwhile rank 0 computes for `period` at
// a time; if `period` is 0, it stays inside MPI. Sets row.reason if the operation fails. Collective.
std::vector<double> VerdictExperiment::measure(OperationVerdict& row, double period, int samples,
                                               const std::function<void()>& perform) {
  std::vector<double> seconds;
  const double end = now() + periods_per_sample * samples * period;  // until then the target computes
  if (comm_.rank() == target_rank) target_.compute_until_released(period, end);
  if (comm_.rank() == origin_rank) {
    try {
      if (period == 0) perform();  // makes connections and fills caches
      seconds = sample(period, samples, end, perform);
    } catch (const ComputationError& error) {
      row.reason = error.what();
    }
    target_.release();
  }
  quiet_barrier(comm_);
  if (options_.heartbeat) options_.heartbeat();
  row.reason = comm_.broadcast(row.reason, origin_rank);
  std::int64_t taken = row.reason.empty() ? std::ssize(seconds) : 0;
  comm_.broadcast(std::span(&taken, 1), origin_rank);
  seconds.resize(taken);
  comm_.broadcast(std::span(seconds), origin_rank);
  return seconds;
}

std::vector<double> VerdictExperiment::sample(double period, int samples, double end,
                                              const std::function<void()>& perform) {
  std::vector<double> seconds;
  for (int i = 0; i < samples && (i == 0 || period == 0 || now() < end); ++i) {
    const double pause = period * unit_interval(hash_append(options_.seed, ++draws_));
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
    const double start = now();
    perform();
    seconds.push_back(now() - start);
  }
  return seconds;
}

}  // namespace fockproxy
