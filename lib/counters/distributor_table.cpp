// The table of distributors. A new one needs one file with a make function, its declaration and its line here.
#include <fmt/format.h>

#include <vector>

#include "counters/counter_distributor.hpp"
#include "support/error.hpp"

namespace fockproxy {

std::unique_ptr<Distributor> make_static_distributor(const DistributorContext&);
std::unique_ptr<Distributor> make_node_distributor(const DistributorContext&);
std::unique_ptr<Distributor> make_steal_distributor(const DistributorContext&);

namespace {

void refuse_prefetch(std::string_view name, const DistributorOptions& options, std::string_view reason) {
  if (options.prefetch && !reason.empty())
    throw AgreedUsageError(fmt::format("--prefetch with --counter {}: UNSUPPORTED: {}", name, reason));
}

}  // namespace

std::span<const DistributorEntry> distributor_table() {
  static const std::vector<DistributorEntry> table = {
      {.name = "static",
       .summary = "no counter: each ticket belongs to a rank in advance",
       .no_prefetch = "nothing is drawn",
       .has_windows = false,
       .only_fixed = "nothing is drawn, so there is no first round to spare and no remainder to shrink with",
       .make = make_static_distributor},
      {.name = "node",
       .summary = "an atomic in the shared memory of each node, refilled from a global counter",
       .draws_from_counter = true,
       .no_prefetch = "a draw is one from memory, and a refill is for the whole node",
       .make = make_node_distributor},
      {.name = "steal",
       .summary =
           "no central counter: each rank starts with a run of tickets; a rank without tickets takes half of another's",
       .no_prefetch = "whether and from whom to steal shows only when a rank is dry",
       .only_fixed =
           "all tickets are dealt at the start and then stolen by halves, so there is no first round to spare "
           "and no remainder to shrink with",
       .make = make_steal_distributor},
  };
  return table;
}

std::span<const Dealer> dealer_table() {
  static const std::vector<Dealer> table = [] {
    std::vector<Dealer> all;
    for (const DistributorEntry& entry : distributor_table()) all.push_back({entry.name, &entry, nullptr});
    for (const CounterEntry& entry : counter_table()) all.push_back({entry.name, nullptr, &entry});
    return all;
  }();
  return table;
}

const Dealer& look_up(Type<Dealer>, std::string_view name) { return entry_of(dealer_table(), "counter", name); }

const CounterEntry* shared_counter(Choice<Dealer> dealer, Choice<CounterEntry> node_counter) {
  if (dealer->distributor == nullptr) return dealer->counter;
  return dealer->distributor->draws_from_counter ? &*node_counter : nullptr;
}

std::string_view progress_in_effect(Choice<Dealer> dealer, Choice<CounterEntry> node_counter, std::string_view asked) {
  const CounterEntry* counter = shared_counter(dealer, node_counter);
  return asked == "none" && counter != nullptr ? counter->progress : asked;
}

Workers agree_on_workers(const Communicator& comm, bool works) {
  Workers workers{-1, 0};
  const std::vector<int> all = comm.all_gather(works ? 1 : 0);
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (rank == comm.rank() && works) workers.mine = workers.count;
    workers.count += all[rank];
  }
  if (workers.count == 0)
    throw AgreedUsageError(
        "UNSUPPORTED: no rank is left to work: every one is idle or serves the counter; use more ranks");
  return workers;
}

bool has_windows(Choice<Dealer> dealer) {
  return dealer->distributor != nullptr ? dealer->distributor->has_windows : dealer->counter->has_windows;
}

bool may_work(const Communicator& world, const DistributorOptions& options) {
  const bool ghost = options.ghosts && find_ghosts(world)[static_cast<std::size_t>(world.rank())];
  return world.rank() >= options.idle_ranks && !ghost;
}

void refuse_impossible_dealing(Choice<Dealer> dealer, const DistributorOptions& options) {
  const DistributorEntry* entry = dealer->distributor;
  if (entry == nullptr) {
    refuse_prefetch(dealer->name, options, supported(*dealer->counter, "counter").no_prefetch);
    return;
  }
  supported(*entry, "counter");
  if (entry->draws_from_counter) supported(*options.node_counter, "counter");
  refuse_prefetch(dealer->name, options, entry->no_prefetch);
  if (!entry->only_fixed.empty() && !options.schedule.is("fixed"))
    throw AgreedUsageError(fmt::format("--schedule {} with --counter {}: UNSUPPORTED: {}; use --schedule fixed",
                                       options.schedule->name, dealer->name, entry->only_fixed));
}

std::unique_ptr<Distributor> make_distributor(Choice<Dealer> dealer, const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  const DistributorOptions& options = context.options;
  refuse_impossible_dealing(dealer, options);
  if (options.idle_ranks >= world.size())
    throw AgreedUsageError(
        fmt::format("--idle-ranks {} with {} {}: UNSUPPORTED: no rank is left to work; use at least {} "
                    "ranks",
                    options.idle_ranks, world.size(), world.size() == 1 ? "rank" : "ranks", options.idle_ranks + 1));
  if (dealer->distributor != nullptr) return dealer->distributor->make(context);
  auto counter = dealer->counter->make({context.runtime, context.window, context.heartbeat});
  const Workers workers = agree_on_workers(world, may_work(world, options) && counter->draws());
  return std::make_unique<CounterDistributor>(std::move(counter), options.schedule->make(options.chunk, workers.count),
                                              workers, options.prefetch);
}

}  // namespace fockproxy
