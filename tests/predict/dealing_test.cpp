// Every dealer: each position once, and the cost of its dealing in closed form.
#include "predict/dealing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "predict/machine.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

namespace fockproxy::predict {
namespace {

// Ranks compute what is dealt to them, and communicate only for draws.
class Dealt final : public Workload {
 public:
  Dealt(int ranks, const std::vector<double>& tasks, std::unique_ptr<Dealing> dealing, const Operation& draw)
      : tasks_(tasks), dealing_(std::move(dealing)), draw_(draw), ranges_(ranks, {0, 0}), done_(tasks.size(), 0) {}

  Step next(int rank) override {
    if (ranges_[rank].empty()) {
      const DealingStep dealt = dealing_->next(rank);
      Step step;
      switch (dealt.kind) {
        case DealingStep::Kind::operate:
          draw_.target = dealt.target;
          step = Step::operate(draw_);
          break;
        case DealingStep::Kind::wait: step = Step::wait(0); break;
        case DealingStep::Kind::end: break;
        case DealingStep::Kind::range: ranges_[rank] = dealt.range; step = compute(rank);
      }
      step.wakes = dealt.wakes;
      return step;
    }
    return compute(rank);
  }
  void take_effect(int rank) override { dealing_->take_effect(rank); }

  bool has_done_all_once() const {
    return std::ranges::all_of(done_, [](int times) { return times == 1; });
  }

 private:
  Step compute(int rank) {
    const auto position = number(ranges_[rank].take());
    ++done_[position];
    return Step::compute(tasks_[position]);
  }

  const std::vector<double>& tasks_;
  std::unique_ptr<Dealing> dealing_;
  Operation draw_;
  std::vector<PositionRange> ranges_;
  std::vector<int> done_;
};

struct Outcome {
  double seconds;
  std::int64_t operations;
  std::vector<RankTimes> times;
};

Outcome deal_out(const char* dealer, int ranks, const std::vector<double>& tasks,
                 const DistributorOptions& options = {}, const Operation& draw = {},
                 Progress progress = Progress::always) {
  DistributorOptions with_nodes = options;
  if (options.ranks_per_node == 0) with_nodes.ranks_per_node = 4;
  Dealt workload(ranks, tasks, make_dealing(look_up(Type<Dealer>{}, dealer), ranks, std::ssize(tasks), with_nodes),
                 draw);
  Machine machine(ranks, {.progress = progress}, workload);
  Outcome outcome{machine.run(), 0, machine.times()};
  for (const RankTimes& rank : machine.times()) outcome.operations += rank.operations[0];
  EXPECT_TRUE(workload.has_done_all_once()) << dealer << " on " << ranks;
  return outcome;
}

std::vector<double> exponential_tasks(std::size_t count, std::uint64_t seed) {
  std::vector<double> tasks(count);
  for (double& t : tasks) t = -std::log1p(-unit_interval(seed = hash64(seed)));
  return tasks;
}

TEST(Dealing, DealsEveryPositionOnce) {
  const auto tasks = exponential_tasks(1003, 1);
  for (const Dealer& dealer : predicted_dealers())
    for (const int ranks : {1, 2, 7, 64, 500})
      for (const int idle : {0, 1})
        for (const std::int64_t chunk : {1, 5})
          for (const Progress progress : {Progress::always, Progress::entry}) {
            if (idle >= ranks) continue;
            const Outcome done = deal_out(std::string(dealer.name).c_str(), ranks, tasks,
                                          {.chunk = chunk, .idle_ranks = idle, .node_chunk = 3},
                                          {.latency = 0.01, .service = 0.001}, progress);
            if (idle > 0) {
              EXPECT_EQ(done.times[0].computing, 0);
              EXPECT_EQ(done.times[0].operations[0], 0);
            }
          }
}

// Graham (1966): if only tasks take time, and no rank is idle while there are tasks, any order takes at most sum / P +
// (1 - 1/P) longest. A thief that looks at all others finds what is left.
TEST(Dealing, KeepsGrahamsBound) {
  for (const char* dealer : {"mpi3", "mpi2", "steal"})
    for (const int ranks : {2, 3, 7, 16})
      for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto tasks = exponential_tasks(static_cast<std::size_t>(ranks) * 3 + seed % 5, seed);
        const double mean = std::accumulate(tasks.begin(), tasks.end(), 0.0) / ranks;
        EXPECT_LE(deal_out(dealer, ranks, tasks).seconds,
                  mean + (1 - 1.0 / ranks) * *std::ranges::max_element(tasks) + 1e-9)
            << dealer << ", " << ranks << " ranks, seed " << seed;
      }
}

TEST(Dealing, OfNodesIsThatOfTheirLastTicketsLate) {
  // A node keeps at most its chunk of tickets while others have none: Graham's bound with as many additional longest
  // tasks.
  constexpr int chunk = 3;
  for (const int ranks : {4, 8, 16})
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const auto tasks = exponential_tasks(static_cast<std::size_t>(ranks) * 4, seed);
      const double mean = std::accumulate(tasks.begin(), tasks.end(), 0.0) / ranks;
      EXPECT_LE(deal_out("node", ranks, tasks, {.node_chunk = chunk}).seconds,
                mean + (1 + chunk) * *std::ranges::max_element(tasks) + 1e-9);
    }
}

TEST(Dealing, StaticTakesAsLongAsTheLongestOfItsSums) {
  const auto tasks = exponential_tasks(1003, 2);
  constexpr int ranks = 10;
  std::vector<double> block(ranks), cyclic(ranks);
  for (int t = 0; t < std::ssize(tasks); ++t) {
    cyclic[t % ranks] += tasks[t];
    block[t < 3 * 101 ? t / 101 : 3 + (t - 3 * 101) / 100] += tasks[t];  // 1003 = 3 x 101 + 7 x 100
  }
  EXPECT_DOUBLE_EQ(deal_out("static", ranks, tasks, {.assignment = Assignment::block}).seconds,
                   *std::ranges::max_element(block));
  const Outcome done = deal_out("static", ranks, tasks);
  EXPECT_DOUBLE_EQ(done.seconds, *std::ranges::max_element(cyclic));
  EXPECT_EQ(done.operations, 0);
}

// All the work is at the start of the list: with rank 0 for blocks, with the even ranks in turn otherwise.
TEST(Dealing, StealingMendsAListThatIsSkewed) {
  std::vector<double> tasks(1024, 0.01);
  for (int t = 0; t < 256; t += 2) tasks[t] = 1;
  constexpr int ranks = 8;
  const double mean = std::accumulate(tasks.begin(), tasks.end(), 0.0) / ranks;
  const double stolen = deal_out("steal", ranks, tasks).seconds;
  EXPECT_LE(stolen, mean + 1);
  EXPECT_LT(stolen, 0.6 * deal_out("static", ranks, tasks).seconds);
  EXPECT_LT(stolen, 0.5 * deal_out("static", ranks, tasks, {.assignment = Assignment::block}).seconds);
}

// At the end each rank looks at all others.
TEST(Dealing, StealingEndsWithAPass) {
  const std::vector<double> tasks(100, 1.0);
  constexpr int ranks = 10;
  const std::int64_t swaps = deal_out("steal", ranks, tasks).operations;
  EXPECT_GE(swaps, 100 + ranks * (ranks - 1));
  EXPECT_LE(swaps, 100 + 2 * ranks * (ranks - 1));
}

// Its refills are the draws of this counter, except that the last one fills its node forever.
TEST(Dealing, ANodeOfOneRankIsACounterWithItsChunk) {
  constexpr int ranks = 6, chunk = 4;
  const auto tasks = exponential_tasks(1000, 3);
  const Outcome node = deal_out("node", ranks, tasks, {.node_chunk = chunk, .ranks_per_node = 1});
  const Outcome counter = deal_out("mpi3", ranks, tasks, {.chunk = chunk});
  EXPECT_DOUBLE_EQ(node.seconds, counter.seconds);
  EXPECT_EQ(node.operations, counter.operations - 1);
  EXPECT_EQ(counter.operations, 1000 / chunk + ranks);
}

// Nodes of n ranks draw for all of them: a saturated counter gives values in chunks.
TEST(Dealing, NodesRaiseTheRateOfASaturatedCounter) {
  const std::vector<double> tasks(20'000, 0.0);
  const Operation draw{.service = 1};
  EXPECT_NEAR(deal_out("mpi3", 64, tasks, {}, draw).seconds, 20'000, 200);
  EXPECT_NEAR(deal_out("node", 64, tasks, {.node_chunk = 10, .ranks_per_node = 16}, draw).seconds, 2'000, 20);
}

// Ranks of the node that wait for its refill are inside MPI and serve others; their time counts as waiting for it.
TEST(Dealing, RanksOfANodeWaitForItsRefill) {
  const std::vector<double> tasks(64, 1.0);
  const Outcome done =
      deal_out("node", 4, tasks, {.node_chunk = 4, .ranks_per_node = 4}, {.latency = 0.5}, Progress::entry);
  // 16 rounds of a task and a refill. Rank 0's refills from itself would cost nothing, but the first rank refills.
  EXPECT_LE(done.seconds, 16 * 2 + 2);
  for (const RankTimes& rank : done.times) EXPECT_NEAR(rank.computing, 16, 1e-9);
  EXPECT_LE(done.operations, 17);
}

TEST(Dealing, RefusesWhatTheProgramRefusesAndWhatIsTooMuch) {
  const auto make = [](const char* dealer, int ranks, const DistributorOptions& options) {
    return make_dealing(look_up(Type<Dealer>{}, dealer), ranks, 1000, options);
  };
  EXPECT_THROW(make("static", 2, {.schedule = "factoring"}), UsageError);
  EXPECT_THROW(make("steal", 2, {.schedule = "static-first"}), UsageError);
  EXPECT_THROW(make("mpi3", 1, {.idle_ranks = 1}), UsageError);
  EXPECT_THROW(make("steal", 131072, {}), UsageError);
  EXPECT_NO_THROW(make("steal", 4096, {}));
}

}  // namespace
}  // namespace fockproxy::predict
