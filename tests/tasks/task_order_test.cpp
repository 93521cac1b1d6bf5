#include "tasks/task_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/error.hpp"
#include "synthetic_basis.hpp"
#include "tasks/task_space.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

std::vector<double> spread_costs(int tasks) {
  std::vector<double> costs(tasks);
  for (int t = 0; t < tasks; ++t) costs[t] = std::floor(1 + 5000 * unit_interval(hash64(t)));
  return costs;
}

std::vector<std::int64_t> ids(const TaskOrder& order, std::int64_t tasks) {
  std::vector<std::int64_t> all;
  for (std::int64_t position = 0; position < tasks; ++position) all.push_back(number(order.id(Position{position})));
  return all;
}

TEST(EveryOrder, IsAPermutationAndTheSameFromTheSameArguments) {
  for (const OrderEntry& entry : order_table())
    for (const int tasks : {0, 1, 2, 1000}) {
      SCOPED_TRACE(std::string(entry.name) + " " + std::to_string(tasks));
      const std::vector<double> costs = spread_costs(tasks);
      const TaskOrder order(entry, tasks, costs, 7), again(entry, tasks, costs, 7);
      std::vector<std::int64_t> all = ids(order, tasks);
      EXPECT_EQ(all, ids(again, tasks));
      EXPECT_EQ(order.hash(), again.hash());
      EXPECT_LE(order.bytes(), TaskOrder::bytes_for(entry, tasks));
      std::ranges::sort(all);
      for (std::int64_t id = 0; id < tasks; ++id) EXPECT_EQ(all[id], id);
    }
}

TEST(TaskOrder, NaturalNeedsNoMemory) {
  const TaskOrder order("natural", 1000, {}, 1);
  EXPECT_EQ(order.id(Position{321}), TaskId{321});
  EXPECT_EQ(order.bytes(), 0);
  EXPECT_EQ(TaskOrder::bytes_for("natural", 1e9), 0);
}

TEST(TaskOrder, CostliestFallsAndBreaksTiesById) {
  const std::vector<double> costs{3, 9, 3, 1, 9, 8};
  EXPECT_EQ(ids(TaskOrder("costliest", 6, costs, 1), 6), (std::vector<std::int64_t>{1, 4, 5, 0, 2, 3}));
}

TEST(TaskOrder, RandomDependsOnTheSeedAlone) {
  const TaskOrder a("random", 1000, {}, 1), b("random", 1000, {}, 2);
  EXPECT_NE(ids(a, 1000), ids(b, 1000));
  EXPECT_NE(a.hash(), b.hash());
  int in_place = 0;
  for (std::int64_t p = 0; p < 1000; ++p) in_place += a.id(Position{p}) == TaskId{p};
  EXPECT_LT(in_place, 10);
}

TEST(TaskOrder, StratifiedFallsByFactorsOfTwoAndShufflesWithin) {
  constexpr int tasks = 1000;
  const std::vector<double> costs = spread_costs(tasks);
  const std::vector<std::int64_t> order = ids(TaskOrder("stratified", tasks, costs, 1), tasks);
  EXPECT_NE(order, ids(TaskOrder("stratified", tasks, costs, 2), tasks));
  int steps_back = 0;
  for (int p = 1; p < tasks; ++p) {
    EXPECT_LE(std::ilogb(costs[order[p]]), std::ilogb(costs[order[p - 1]]));
    steps_back += order[p] < order[p - 1];
  }
  EXPECT_GT(steps_back, tasks / 3);  // neighbours are not neighbours in id
}

TEST(OrderTable, UnknownNameListsTheKnownOnes) {
  try {
    const Choice<OrderEntry> none("shortest");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const OrderEntry& entry : order_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

// Single s primitives without screening: a weight counts shell pairs, and a cost counts quartets, except for equal
// pairs.
TEST(TaskCosts, CountQuartetsWhereAllShellsAreAlike) {
  const BasisSet basis = testing::synthetic_basis({{0, 0}, {0}, {0, 0, 0}});
  const BlockPartition partition = merge_atoms(basis, 1);
  const Matrix ones = Matrix::Ones(basis.shells(), basis.shells());
  const WholeScreen screen(basis, partition, ones, {basis, {Matrix::Ones(basis.functions(), basis.functions())}}, 0);
  const TaskCosts costs(basis, partition, screen);
  for (const Task& task : {Task{1, 0, 0, 0}, Task{2, 1, 1, 0}, Task{2, 2, 1, 1}, Task{2, 0, 2, 1}}) {
    int quartets = 0;
    for_each_quartet(partition, task, [&](int, int, int, int) { ++quartets; });
    const bool crossed = task.i == task.k && task.j != task.l;  // then a and c have no order
    if (!crossed) {
      EXPECT_EQ(costs.cost(task), quartets) << task.i << task.j << task.k << task.l;
    }
  }
  EXPECT_EQ(costs.cost({2, 2, 2, 2}), 0.5 * 6 * 6);
}

TEST(TaskCosts, WeighFunctionsAndLeaveOutWhatCannotSurvive) {
  const BasisSet basis = testing::synthetic_basis({{0, 2}, {1}});
  const BlockPartition partition = merge_atoms(basis, 1);
  Matrix schwarz = Matrix::Ones(basis.shells(), basis.shells());
  const SpinMatrices density{Matrix::Ones(basis.functions(), basis.functions())};
  const WholeScreen all(basis, partition, schwarz, {basis, density}, 1e-6);
  EXPECT_EQ(TaskCosts(basis, partition, all).cost({1, 1, 1, 0}), (3 * 3) * (3 * 1 + 3 * 5));
  schwarz(2, 1) = schwarz(1, 2) = 1e-8;  // the p shell with the d shell
  const WholeScreen fewer(basis, partition, schwarz, {basis, density}, 1e-6);
  EXPECT_EQ(TaskCosts(basis, partition, fewer).cost({1, 1, 1, 0}), (3 * 3) * (3 * 1));
}

}  // namespace
}  // namespace fockproxy
