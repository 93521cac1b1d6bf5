// The task loop as a workload: the operations of a build, to their owners, in the order of the program's loop.
#include "predict/fock_workload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fockproxy::predict {
namespace {

// All canonical tasks of so many blocks; L runs fastest.
std::vector<PredictedTask> all_tasks(int blocks, double seconds) {
  std::vector<PredictedTask> tasks;
  for (int i = 0; i < blocks; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= i; ++k)
        for (int l = 0; l <= (k == i ? j : k); ++l) tasks.push_back({{i, j, k, l}, seconds});
  return tasks;
}

OperationCosts free_of_cost() {
  return [](FockOperation, double) { return Operation{}; };
}

struct Done {
  double seconds;
  std::vector<RankTimes> times;

  std::int64_t operations(int kind) const {
    std::int64_t sum = 0;
    for (const RankTimes& rank : times) sum += rank.operations[kind];
    return sum;
  }
  double computing() const {
    double sum = 0;
    for (const RankTimes& rank : times) sum += rank.computing;
    return sum;
  }
};

Done run(int ranks, const FockWorkloadOptions& options, const StackModel& stack, const OperationCosts& costs,
         const DistributorOptions& dealing = {}) {
  FockWorkload workload(
      ranks, options, make_dealing(look_up(Type<Dealer>{}, "mpi3"), ranks, std::ssize(options.tasks), dealing), costs);
  Machine machine(ranks, stack, workload);
  const double seconds = machine.run();
  return {seconds, machine.times()};
}

class FockWorkloads : public ::testing::Test {
 protected:
  BlockLayout layout_{{0, 5, 19, 24, 29, 43}, 1};
  std::vector<PredictedTask> tasks_ = all_tasks(5, 1.0);
  FockWorkloadOptions options_{.tasks = tasks_, .layout = &layout_};
};

TEST_F(FockWorkloads, HaveSixCommunicationsATask) {
  const auto n = std::ssize(tasks_);
  for (const int ranks : {1, 2, 7}) {
    const Done done = run(ranks, options_, {.progress = Progress::always}, free_of_cost());
    EXPECT_EQ(done.operations(draw), n + ranks);
    EXPECT_EQ(done.operations(get), 3 * n);
    EXPECT_EQ(done.operations(accumulate), 3 * n);
    EXPECT_EQ(done.operations(held) % 2, 0);
    EXPECT_DOUBLE_EQ(done.computing(), static_cast<double>(n));
    EXPECT_DOUBLE_EQ(done.seconds, static_cast<double>((n + ranks - 1) / ranks));
  }
}

// On one rank every change of IJ, IK or JK between tasks is one block sent and one fetched.
TEST_F(FockWorkloads, HoldBlocksWhileTasksShareThem) {
  std::int64_t changes = 3;
  for (std::size_t t = 1; t < tasks_.size(); ++t) {
    const auto before = block_pairs(tasks_[t - 1].task), now = block_pairs(tasks_[t].task);
    for (const BlockRole role : {ij, ik, jk}) changes += before[role] != now[role];
  }
  EXPECT_EQ(run(1, options_, {}, free_of_cost()).operations(held), 2 * changes);
  options_.holds = false;
  const Done done = run(1, options_, {}, free_of_cost());
  EXPECT_EQ(done.operations(held), 0);
  EXPECT_EQ(done.operations(get), 6 * std::ssize(tasks_));
  EXPECT_EQ(done.operations(accumulate), 6 * std::ssize(tasks_));
}

// The last task is as long as the others of a rank together. Its start decides the time.
TEST_F(FockWorkloads, DealTheirTasksInTheGivenOrder) {
  constexpr int ranks = 4;
  std::vector<double> costs;
  for (PredictedTask& task : tasks_) costs.push_back(task.seconds = &task == &tasks_.back() ? 40 : 1);
  const double others = static_cast<double>(tasks_.size() - 1);
  const StackModel stack{.progress = Progress::always};
  EXPECT_GE(run(ranks, options_, stack, free_of_cost()).seconds, others / ranks - 1 + 40);
  const TaskOrder costliest("costliest", std::ssize(tasks_), costs, 0), shuffled("random", std::ssize(tasks_), {}, 7);
  options_.order = &costliest;
  EXPECT_DOUBLE_EQ(run(ranks, options_, stack, free_of_cost()).seconds, std::ceil(others / (ranks - 1)));
  options_.order = &shuffled;
  const Done done = run(ranks, options_, stack, free_of_cost());
  EXPECT_DOUBLE_EQ(done.computing(), others + 40);
  EXPECT_EQ(done.operations(get), 3 * std::ssize(tasks_));
  options_.order = nullptr;
  EXPECT_GT(done.operations(held), run(ranks, options_, stack, free_of_cost()).operations(held));
}

// Bytes and targets are those of the blocks.
TEST_F(FockWorkloads, MoveTheBlocksOfTheirTasks) {
  double bytes = 0, expected = 0;
  run(3, options_, {}, [&](FockOperation kind, double b) {
    if (kind == get) bytes += b;
    return Operation{};
  });
  for (const PredictedTask& t : tasks_)
    for (const BlockRole role : {kl, il, jl}) {
      const auto [row, column] = block_pairs(t.task)[role];
      expected += 8.0 * static_cast<double>(layout_.elements(row, column));
    }
  EXPECT_EQ(bytes, expected);
}

// With an idle rank 0 that does not compute, no draw waits; with a working one, each waits for its task.
TEST_F(FockWorkloads, WaitForTheCountersRankUnlessItIsIdle) {
  const auto waited = [](const Done& done) {
    double sum = 0;
    for (const RankTimes& rank : done.times) sum += rank.waiting[draw];
    return sum;
  };
  // Blocks on rank 1 alone would hide it: only the draw needs a call of its target.
  const OperationCosts costs = [](FockOperation, double) { return Operation{.latency = 1e-6, .service = 1e-7}; };
  const Done works = run(2, options_, {}, costs);
  const Done idle = run(2, options_, {}, costs, {.idle_ranks = 1});
  EXPECT_LT(waited(idle), 1e-5 * static_cast<double>(tasks_.size()));
  EXPECT_GT(waited(works), 0.1);
  EXPECT_EQ(idle.times[0].computing, 0);
}

TEST_F(FockWorkloads, GiveTheSharesOfAScheduleWithoutDraws) {
  const Done done =
      run(4, options_, {.progress = Progress::always}, free_of_cost(), {.schedule = "static-first", .chunk = 2});
  EXPECT_EQ(done.operations(draw), StaticFirstSchedule(2, 4).tickets(std::ssize(tasks_)) + 4);
  EXPECT_DOUBLE_EQ(done.computing(), static_cast<double>(tasks_.size()));
}

// Two of nine ranks are ghosts: they serve everything and compute nothing, and no rank waits for a task of another.
TEST_F(FockWorkloads, GhostsServeWhatDeafRanksDoNot) {
  const OperationCosts costs = [](FockOperation, double) { return Operation{.latency = 1e-6, .service = 1e-7}; };
  const auto waited = [](const Done& done) {
    double sum = 0;
    for (const RankTimes& rank : done.times)
      for (const double part : rank.waiting) sum += part;
    return sum;
  };
  const Done deaf = run(9, options_, {}, costs);
  options_.ranks_per_node = 5;
  options_.ghosts = 1;
  FockWorkload workload(9, options_, make_dealing(look_up(Type<Dealer>{}, "mpi3"), 7, std::ssize(tasks_), {}), costs);
  Machine machine(9, {.progress = Progress::ghost}, workload);
  const Done done{machine.run(), machine.times()};
  EXPECT_DOUBLE_EQ(done.computing(), static_cast<double>(tasks_.size()));
  EXPECT_EQ(done.times[4].computing + done.times[8].computing, 0);
  EXPECT_NEAR(done.times[4].serving + done.times[8].serving,
              1e-7 * static_cast<double>(done.operations(draw) + done.operations(get) + done.operations(accumulate) +
                                         done.operations(held)),
              1e-12);
  EXPECT_LT(waited(done), 0.01);
  EXPECT_GT(waited(deaf), 1);
}

// Whether an operation goes to another node.
TEST_F(FockWorkloads, DistinguishNodes) {
  std::int64_t near = 0, far = 0;
  const auto counting = [](std::int64_t& count) {
    return [&count](FockOperation, double) {
      ++count;
      return Operation{};
    };
  };
  options_.far = counting(far);
  run(4, options_, {.progress = Progress::always}, counting(near));
  EXPECT_EQ(far, 0);
  options_.ranks_per_node = 1;
  near = 0;
  const Done done = run(4, options_, {.progress = Progress::always}, counting(near));
  std::int64_t all = 0;
  for (const int kind : {draw, get, accumulate, held}) all += done.operations(kind);
  EXPECT_EQ(near + far, all);
  EXPECT_GT(near, 0);
  EXPECT_GT(far, near);
}

}  // namespace
}  // namespace fockproxy::predict
