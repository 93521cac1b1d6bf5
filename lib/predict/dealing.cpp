#include "predict/dealing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "counters/node_tickets.hpp"
#include "counters/static_distributor.hpp"
#include "counters/stealing.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy::predict {

namespace {

DealingStep has(PositionRange range) { return {.kind = DealingStep::Kind::range, .range = range}; }
DealingStep operates(int target) { return {.kind = DealingStep::Kind::operate, .target = target}; }
DealingStep has_or_ends(std::optional<PositionRange> range) { return range ? has(*range) : DealingStep{}; }

constexpr int counter_home = 0;

// Ranks draw tickets from one counter.
class CounterDealing final : public Dealing {
 public:
  CounterDealing(int ranks, int idle, std::int64_t tasks, std::shared_ptr<const Schedule> schedule)
      : idle_(idle), tasks_(tasks), schedule_(std::move(schedule)), ranks_(static_cast<std::size_t>(ranks)) {}

  DealingStep next(int rank) override {
    if (rank < idle_) return {};
    Rank& self = ranks_[rank];
    if (!std::exchange(self.started, true))
      if (const auto share = schedule_->share(rank - idle_, tasks_)) return has(*share);
    if (!std::exchange(self.drew, !self.drew)) return operates(counter_home);
    return has_or_ends(schedule_->range(self.ticket, tasks_));
  }
  void take_effect(int rank) override { ranks_[rank].ticket = Ticket{value_++}; }

 private:
  struct Rank {
    Ticket ticket{};
    bool started = false, drew = false;
  };
  int idle_;
  std::int64_t tasks_;
  std::shared_ptr<const Schedule> schedule_;
  std::vector<Rank> ranks_;
  std::int64_t value_ = 0;  // of the counter
};

// Ranks take tickets from the memory of their node, at no cost. One of them refills it from the counter.
class NodeDealing final : public Dealing {
 public:
  NodeDealing(int ranks, int idle, std::int64_t tasks, std::shared_ptr<const Schedule> schedule, int ranks_per_node,
              std::int64_t chunk)
      : idle_(idle),
        ranks_per_node_(ranks_per_node),
        tasks_(tasks),
        chunk_(chunk),
        schedule_(std::move(schedule)),
        all_tickets_(schedule_->tickets(tasks)),
        nodes_(static_cast<std::size_t>((ranks - 1) / ranks_per_node + 1)),
        ranks_(static_cast<std::size_t>(ranks)) {}

  DealingStep next(int rank) override {
    if (rank < idle_) return {};
    Rank& self = ranks_[rank];
    Node& node = nodes_[static_cast<std::size_t>(rank / ranks_per_node_)];
    if (!std::exchange(self.started, true))
      if (const auto share = schedule_->share(rank - idle_, tasks_)) return has(*share);
    woken_.clear();
    if (std::exchange(self.refills, false)) {
      node.next = self.first;
      node.end = end_of_refill(self.first, chunk_, all_tickets_);
      node.refilling = false;
      std::swap(woken_, node.waiting);
    }
    DealingStep step;
    if (node.next < node.end) {
      step = has_or_ends(schedule_->range(Ticket{node.next++}, tasks_));
    } else if (node.refilling) {
      node.waiting.push_back(rank);
      return {.kind = DealingStep::Kind::wait};
    } else {
      node.refilling = self.refills = true;
      return operates(counter_home);
    }
    step.wakes = woken_;
    return step;
  }
  void take_effect(int rank) override { ranks_[rank].first = std::exchange(value_, value_ + chunk_); }

 private:
  struct Node {
    std::int64_t next = 0, end = 0;  // tickets
    bool refilling = false;
    std::vector<int> waiting{};
  };
  struct Rank {
    std::int64_t first = 0;  // ticket of the refill that it makes
    bool started = false, refills = false;
  };
  int idle_, ranks_per_node_;
  std::int64_t tasks_, chunk_;
  std::shared_ptr<const Schedule> schedule_;
  std::int64_t all_tickets_;
  std::vector<Node> nodes_;
  std::vector<Rank> ranks_;
  std::vector<int> woken_;
  std::int64_t value_ = 0;  // of the counter
};

class StealDealing final : public Dealing {
 public:
  // Limit for the looks at the end, when each rank looks at all others.
  static constexpr double most_looks = 5e7;

  StealDealing(int ranks, int idle, std::int64_t tasks, FixedSchedule schedule, std::uint64_t seed)
      : idle_(idle), tasks_(tasks), schedule_(schedule), runs_(static_cast<std::size_t>(ranks)) {
    const int workers = ranks - idle;
    const double looks = static_cast<double>(workers) * workers;
    if (looks > most_looks)
      throw UsageError(
          fmt::format("at the end each of {} ranks looks at all others, which are {:.1e} operations; the "
                      "model makes up to {:.0e}",
                      workers, looks, most_looks));
    ranks_.reserve(runs_.size());
    for (int rank = 0; rank < ranks; ++rank) {
      std::vector<int> victims;
      for (int other = idle; rank >= idle && other < ranks; ++other)
        if (other != rank) victims.push_back(other);
      ranks_.push_back({Stealing(rank, std::move(victims), hash_append(seed, static_cast<std::uint64_t>(rank)))});
      if (rank >= idle) runs_[rank] = first_run(schedule.tickets(tasks), tasks, rank - idle, workers);
      ranks_[rank].stealing.begin(runs_[rank]);
    }
  }

  DealingStep next(int rank) override {
    if (rank < idle_) return {};
    Rank& self = ranks_[rank];
    if (std::exchange(self.swaps, true)) self.stealing.found(self.before);
    else self.stealing.next();
    if (const auto& swap = self.stealing.swap()) return operates(swap->rank);
    self.swaps = false;
    const auto ticket = self.stealing.ticket();
    return ticket ? has_or_ends(schedule_.range(*ticket, tasks_)) : DealingStep{};
  }

  void take_effect(int rank) override {
    const Stealing::Swap& swap = *ranks_[rank].stealing.swap();
    TicketRun& run = runs_[swap.rank];
    ranks_[rank].before = run;
    if (run == swap.expected) run = swap.desired;
  }

 private:
  struct Rank {
    Stealing stealing;
    TicketRun before{};  // the content that its last swap found
    bool swaps = false;  // whether its last step was a swap
  };
  int idle_;
  std::int64_t tasks_;
  FixedSchedule schedule_;
  std::vector<TicketRun> runs_;
  std::vector<Rank> ranks_;
};

class StaticDealing final : public Dealing {
 public:
  StaticDealing(int ranks, int idle, std::int64_t tasks, FixedSchedule schedule, Assignment assignment) {
    ranks_.reserve(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank)
      ranks_.emplace_back(Workers{std::max(rank - idle, -1), ranks - idle}, schedule, assignment).begin(tasks);
  }

  DealingStep next(int rank) override { return has_or_ends(ranks_[rank].next()); }
  void take_effect(int) override {}

 private:
  std::vector<StaticDistributor> ranks_;
};

}  // namespace

std::unique_ptr<Dealing> make_dealing(const Dealer& dealer, int ranks, std::int64_t tasks,
                                      const DistributorOptions& options) {
  const int idle = options.idle_ranks;
  if (idle >= ranks) throw UsageError("no rank is left to do tasks");
  refuse_impossible_dealing(dealer, options);
  const FixedSchedule fixed(options.chunk);
  if (dealer.name == "static") return std::make_unique<StaticDealing>(ranks, idle, tasks, fixed, options.assignment);
  if (dealer.name == "steal") return std::make_unique<StealDealing>(ranks, idle, tasks, fixed, options.seed);
  const auto schedule = options.schedule->make(options.chunk, ranks - idle);
  if (dealer.name == "node") {
    assert(options.ranks_per_node >= 1);
    return std::make_unique<NodeDealing>(ranks, idle, tasks, schedule, options.ranks_per_node, options.node_chunk);
  }
  return std::make_unique<CounterDealing>(ranks, idle, tasks, schedule);
}

// Only dealers whose draws always make the same operations at one rank, without threads or messages.
std::span<const Dealer> predicted_dealers() {
  static const std::vector<Dealer> dealers = [] {
    std::vector<Dealer> all;
    for (const char* name : {"mpi3", "mpi2", "mpi2-tree", "node", "steal", "static"})
      all.push_back(look_up(Type<Dealer>{}, name));
    return all;
  }();
  return dealers;
}

std::string_view drawn_from(const Dealer& dealer) {
  if (dealer.counter != nullptr || dealer.name == "steal") return dealer.name;
  return dealer.distributor->draws_from_counter ? "mpi3" : "";
}

bool draws_exclusively(const Dealer& dealer) { return dealer.counter != nullptr && dealer.counter->exclusive; }

double bytes_of_draw(const Dealer& dealer, int ranks) {
  constexpr double word = sizeof(std::int64_t);
  return dealer.counter != nullptr && dealer.counter->word_a_rank ? word * ranks : word;
}

}  // namespace fockproxy::predict
