// The table of distributors. A new one: one file with a make function, its declaration and its line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
       .summary = "no counter: every task has its rank beforehand",
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
       .summary = "no central counter: every rank starts with its own run, and a dry one takes half of another's",
       .no_prefetch = "whether and from whom to steal shows only when a rank is dry",
       .only_fixed =
           "all tickets are dealt at the start and then stolen by halves, so there is no first round to spare "
           "and no remainder to shrink with",
       .make = make_steal_distributor},
  };
  return table;
}

const DistributorEntry* find_distributor(std::string_view name) {
  for (const DistributorEntry& entry : distributor_table())
    if (entry.name == name) return &entry;
  return nullptr;
}

std::vector<std::string_view> dealer_names() {
  std::vector<std::string_view> names;
  for (const DistributorEntry& entry : distributor_table()) names.push_back(entry.name);
  for (const CounterEntry& entry : counter_table()) names.push_back(entry.name);
  return names;
}

std::string shared_counter(std::string_view dealer, std::string_view node_counter) {
  const DistributorEntry* distributor = find_distributor(dealer);
  if (!distributor) return std::string(dealer);
  return distributor->draws_from_counter ? std::string(node_counter) : "";
}

std::string progress_in_effect(std::string_view dealer, std::string_view node_counter, std::string_view asked) {
  const std::string drawn_from = shared_counter(dealer, node_counter);
  const auto counter = std::ranges::find(counter_table(), drawn_from, &CounterEntry::name);
  return std::string(asked == "none" && counter != counter_table().end() ? counter->progress : asked);
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

void refuse_impossible_dealing(std::string_view name, const DistributorOptions& options) {
  find_schedule(options.schedule);
  const DistributorEntry* entry = find_distributor(name);
  if (!entry) {
    const std::vector<std::string_view> known = dealer_names();
    if (std::ranges::find(known, name) == known.end())
      throw AgreedUsageError(fmt::format("unknown counter '{}'; known: {}", name, fmt::join(known, ", ")));
    refuse_prefetch(name, options, find_counter(name).no_prefetch);
    return;
  }
  if (!entry->make) throw AgreedUsageError(fmt::format("counter {}: UNSUPPORTED: {}", name, entry->unsupported));
  if (entry->draws_from_counter) find_counter(options.node_counter);
  refuse_prefetch(name, options, entry->no_prefetch);
  if (!entry->only_fixed.empty() && options.schedule != "fixed")
    throw AgreedUsageError(fmt::format("--schedule {} with --counter {}: UNSUPPORTED: {}; use --schedule fixed",
                                       options.schedule, name, entry->only_fixed));
}

std::unique_ptr<Distributor> make_distributor(std::string_view name, const DistributorContext& context) {
  const Communicator& world = context.runtime.world();
  const DistributorOptions& options = context.options;
  refuse_impossible_dealing(name, options);
  if (options.idle_ranks >= world.size())
    throw AgreedUsageError(
        fmt::format("--idle-ranks {} with {} {}: UNSUPPORTED: no rank is left to work; use at least {} "
                    "ranks",
                    options.idle_ranks, world.size(), world.size() == 1 ? "rank" : "ranks",
                    options.idle_ranks + 1));
  if (const DistributorEntry* entry = find_distributor(name)) return entry->make(context);
  auto counter = find_counter(name).make({context.runtime, context.window, context.heartbeat});
  const Workers workers = agree_on_workers(world, counter->draws() && world.rank() >= options.idle_ranks);
  return std::make_unique<CounterDistributor>(
      std::move(counter), find_schedule(options.schedule).make(options.chunk, workers.count), workers,
      options.prefetch);
}

}  // namespace fockproxy
