#include "onesided/measurement.hpp"

#include <algorithm>
#include <numeric>

#include "experiment/core_watch.hpp"
#include "experiment/quiet_barrier.hpp"
#include "onesided/rounds.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"

namespace fockproxy::onesided {
namespace {

constexpr int most_slots = 256;
constexpr int first_pilot_round = 8000;       // differs from the rounds that count
constexpr int busy_slots = 10;                // each takes one or two periods
constexpr std::size_t cache_bytes = 1 << 14;  // limit for all slots of a round: half a first-level cache

// The smallest number of slots per round.
int least_slots(const TransferCase& c) {
  return std::max(c.traffic.pattern == Pattern::hot_target ? 2 : 1, c.in_flight);
}

// The largest number of slots per round: as many as fit the cache together.
int slots_of(const TransferCase& c) {
  const RoundShape one{c};
  const std::size_t fit = cache_bytes / (std::max(one.slot_words(), one.buffer_words()) * sizeof(Word));
  int slots = static_cast<int>(std::clamp<std::size_t>(fit, 1, most_slots));
  if (c.period > 0) slots = std::min(slots, busy_slots);
  return std::max(slots, least_slots(c));
}

// The ranks that take part, in the order of the world. Collective over the world.
class ActiveRanks {
 public:
  ActiveRanks(const Communicator& world, const TrafficPattern& traffic) {
    MPI_Comm part = MPI_COMM_NULL;
    const int color = traffic.takes_part(world.rank()) ? 0 : MPI_UNDEFINED;
    check_mpi(MPI_Comm_split(world.handle(), color, world.rank(), &part), "MPI_Comm_split");
    if (part == MPI_COMM_NULL) return;
    comm_.emplace(part);
    MPI_Comm_free(&part);
  }
  const std::optional<Communicator>& comm() const { return comm_; }

 private:
  std::optional<Communicator> comm_;
};

// Chooses the slots so that a round takes at most a quarter of the row's time. Two short rounds measure a transfer; the
// first makes connections. Called by the ranks that take part. Returns the fault of such a round, or "".
std::string choose_slots(const Bench& bench, const TransferCase& c, Mover& mover, const Communicator& active,
                         int& slots) {
  Rounds pilot(bench, c, mover, active, least_slots(c));
  for (int round = 0; round < 2; ++round) {
    pilot.forget_samples();
    if (std::string fault = pilot.run(first_pilot_round + round); !fault.empty()) return fault;
    bench.session.watchdog.beat();
  }
  const double longest = active.max(pilot.samples().empty() ? 0.0 : median_interval(pilot.samples()).median);
  const double fit = longest > 0 ? bench.limits.seconds / 4 / longest : most_slots;
  slots = static_cast<int>(std::clamp<double>(fit, least_slots(c), slots_of(c)));
  return "";
}

// Called by the ranks that take part. `result` is complete on rank 0.
void run_rounds(const Bench& bench, const TransferCase& c, Mover& mover, const Communicator& active,
                Measurement& result) {
  int slots = 0;
  result.fault = choose_slots(bench, c, mover, active, slots);
  if (!result.fault.empty()) return;
  Rounds rounds(bench, c, mover, active, slots);
  const bool origin = c.traffic.is_origin(bench.session.world().rank());
  StopRule rule(bench.limits);
  const CoreWatch cores;
  for (int round = 0;; ++round) {
    result.fault = rounds.run(round);
    bench.session.watchdog.beat();
    if (!result.fault.empty()) return;
    ++result.rounds;
    if (round == 0) {  // made connections and filled caches
      rounds.choose_group();
      rounds.forget_samples();
      continue;
    }
    if (active.max(origin && rule.wants_more(rounds.samples()) ? 1 : 0) == 0) break;
  }
  result.stop = active.min(!origin || rule.content() ? 1 : 0) == 1 ? Stop::interval : Stop::time;
  result.disturbed = active.max(cores.disturbed() ? 1 : 0) == 1;
  result.per_sample = active.max(origin ? rounds.group() : 0);
  const std::vector<std::vector<double>> lists = active.gather_lists(std::span<const double>(rounds.samples()));
  const double transfers = origin ? static_cast<double>((result.rounds - 1) * slots) : 0;
  const double rate = origin ? transfers / rounds.busy_seconds() : 0;
  result.rates = active.gather(std::span(&rate, 1));
  result.transfers = static_cast<std::int64_t>(active.sum(transfers));
  std::vector<double> samples;
  for (const std::vector<double>& list : lists) samples.insert(samples.end(), list.begin(), list.end());
  if (!active.is_root()) return;
  std::erase(result.rates, 0.0);  // ranks that send nothing
  for (const double seconds : samples) result.histogram.add(seconds);
  result.interval = median_interval(samples);
  result.seconds = distribution_of(std::move(samples));
}

}  // namespace

std::string kind_refusal(const TransferCase& c) {
  const OperationEntry& operation = *c.operation;
  if (c.datatype != Datatype::own && !operation.typed) return "has one datatype only";
  if (c.combination != Combination::sum && !operation.combines) return "takes no MPI_Op";
  if (c.combination == Combination::no_op && operation.effect == Effect::update) return "does not take MPI_NO_OP";
  if (c.datatype == Datatype::real && operation.effect == Effect::swap) return "takes integers only";
  return "";
}

std::string refusal(const TransferCase& c) {
  const OperationEntry& operation = *c.operation;
  if (!operation.make) return std::string(operation.unsupported);
  if (operation.single && c.footprint.words() != 1) return "moves one word a call";
  if (std::string reason = kind_refusal(c); !reason.empty()) return reason;
  if (c.completion == Completion::epoch && !operation.has_epochs) return "has no epochs";
  if (c.traffic.pattern == Pattern::one_target && c.traffic.ranks < 2) return "needs two ranks";
  if (c.in_flight > 1 && in_effect(c.method, c.footprint) != Method::direct)
    return "several in flight go with the method direct only";
  const bool whole = c.method == Method::direct || c.method == Method::packed;
  if (whole && !operation.shapes && !c.footprint.is_contiguous() && !c.footprint.stride())
    return "takes strided patches only";
  const RoundShape shape{c, slots_of(c)};
  if (shape.segment_words() > most_words) return "segments of more than 256 MB";
  return "";
}

Element TransferCase::element() const {
  switch (datatype) {
    case Datatype::own: return operation->element;
    case Datatype::real: return Element::real;
    case Datatype::int64: return Element::integer;
    case Datatype::int32: return operation->single ? Element::half : Element::pair;
  }
  return Element::real;
}

Measurement measure(const Bench& bench, const TransferCase& asked) {
  const Communicator& world = bench.session.world();
  Measurement result;
  result.unsupported = refusal(asked);
  if (!result.unsupported.empty()) return result;
  TransferCase c = asked;
  result.method = c.method = in_effect(asked.method, asked.footprint);
  if (c.operation->has_epochs) c.completion = needed_by(c.method, c.completion);
  const RoundShape shape{c, slots_of(c)};
  try {
    std::unique_ptr<Mover> mover = c.operation->make({.runtime = bench.session.runtime,
                                                      .window = c.window,
                                                      .completion = c.completion,
                                                      .words = shape.segment_words(),
                                                      .row_words = shape.row_words(),
                                                      .element = c.element(),
                                                      .combination = c.combination});
    if (bench.fault) mover = make_faulty(std::move(mover), *bench.fault);
    const ActiveRanks active(world, c.traffic);
    if (active.comm()) run_rounds(bench, c, *mover, *active.comm(), result);
    else bench.session.watchdog.pause();
    quiet_barrier(world);
    if (!active.comm()) bench.session.watchdog.resume();
  } catch (const AgreedUsageError& error) {
    result.unsupported = error.what();
  } catch (const AgreedComputationError& error) {
    result.fault = error.what();
  }
  return result;
}

}  // namespace fockproxy::onesided
