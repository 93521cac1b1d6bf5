#include "experiment/global_sum_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiment/core_watch.hpp"
#include "parallel/agreement.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "support/random.hpp"
#include "system/memory.hpp"

namespace fockproxy {
namespace {

// Integers below 2^40, so that sums over a thousand ranks are exact in any order. They depend on rank, round and place.
// They have the form a + b c, so that the correct sum needs no loop over ranks.
std::int64_t factor_of(int rank) { return static_cast<std::int64_t>(hash64(static_cast<std::uint64_t>(rank)) >> 40); }
std::int64_t base_of(std::size_t place, int round) {
  return static_cast<std::int64_t>(place % 65521) + 65536 * (round % 64);
}
std::int64_t weight_of(std::size_t place, int round) {
  return 1 + static_cast<std::int64_t>((place + static_cast<std::size_t>(round)) % 1021);
}

class SumField {
 public:
  SumField(const GlobalSumBench& bench, const GlobalSumCase& the_case)
      : bench_(bench), case_(the_case), values_(the_case.values) {
    const Communicator& world = bench.session.world();
    ranks_ = world.size();
    rank_ = world.rank();
    for (int r = 0; r < ranks_; ++r) factors_ += factor_of(r);
  }

  std::span<double> values() { return values_; }

  void fill(int round) {
    const std::int64_t factor = factor_of(rank_);
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = static_cast<double>(base_of(i, round) + weight_of(i, round) * factor);
    if (bench_.fault && rank_ == 0)
      std::fill(values_.end() - static_cast<std::ptrdiff_t>(std::min(case_.chunk, values_.size())), values_.end(), 0.0);
  }
  std::string fault(int round) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const auto right = static_cast<double>(ranks_ * base_of(i, round) + weight_of(i, round) * factors_);
      if (values_[i] != right)
        return fmt::format("round {}, rank {}: value {} of {} is {}, not {}", round, rank_, i, values_.size(),
                           values_[i], right);
    }
    return "";
  }

 private:
  const GlobalSumBench& bench_;
  const GlobalSumCase& case_;
  std::vector<double> values_;
  int ranks_ = 1, rank_ = 0;
  std::int64_t factors_ = 0;
};

// The begin and end of one round on this rank, on rank 0's clock.
struct Span {
  double begin, end;
};

Span timed_sum(const GlobalSumBench& bench, const GlobalSumCase& c, GlobalSum& sum, std::span<double> values,
               int round) {
  const Communicator& world = bench.session.world();
  world.barrier();
  if (c.late > 0) {
    const auto bits = hash_append(hash64(static_cast<std::uint64_t>(round)), static_cast<std::uint64_t>(world.rank()));
    bench.work.run(c.late * unit_interval(bits), bench.progress);
  }
  const double begin = now();
  sum.start(values);
  if (c.own_work > 0) bench.work.run(c.own_work, bench.progress);
  sum.finish();
  return {begin + bench.clock.offset, now() + bench.clock.offset};
}

}  // namespace

GlobalSumMeasurement measure_global_sum(const GlobalSumBench& bench, const GlobalSumCase& c) {
  const Communicator& world = bench.session.world();
  GlobalSumMeasurement result;
  SumField field(bench, c);
  field.fill(0);
  const PeakMemory peak;
  std::unique_ptr<GlobalSum> sum;
  try {
    sum = c.method->make({bench.session.runtime, c.values, std::min(c.chunk, c.values), c.window});
  } catch (const AgreedUsageError& error) {
    result.unsupported = error.what();
    return result;
  }
  StopRule rule(bench.limits);
  const CoreWatch cores;
  std::vector<double> samples;
  for (int round = 0;; ++round) {
    field.fill(round);
    const Span span = timed_sum(bench, c, *sum, field.values(), round);
    if (round == 0) result.memory = world.max(peak.bytes());
    result.fault = first_message(world, field.fault(round));
    bench.session.watchdog.beat();
    if (!result.fault.empty()) return result;
    ++result.rounds;
    const double last_arrival = world.max(span.begin), last_end = world.max(span.end);
    if (round > 0) samples.push_back(last_end - last_arrival);  // the first round makes connections
    if (world.max(round == 0 || rule.wants_more(samples) ? 1 : 0) == 0) break;
  }
  result.disturbed = world.max(cores.disturbed() ? 1 : 0) == 1;
  result.stop = rule.content() ? Stop::interval : Stop::time;
  for (const double seconds : samples) result.histogram.add(seconds);
  result.interval = median_interval(samples);
  result.seconds = distribution_of(std::move(samples));
  return result;
}

}  // namespace fockproxy
