#include "tasks/task.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tasks/synthetic_basis.hpp"
#include "tasks/task_space.hpp"

namespace fockproxy {
namespace {

using Quartet = std::array<int, 4>;

// The representative of the 8 permutations of (ab|cd).
Quartet canonical(int a, int b, int c, int d) {
  if (b > a) std::swap(a, b);
  if (d > c) std::swap(c, d);
  if (std::pair(c, d) > std::pair(a, b)) return {c, d, a, b};
  return {a, b, c, d};
}

class EveryGrain : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryGrain, TasksCoverEachUniqueShellQuartetExactlyOnce) {
  const BasisSet basis = testing::synthetic_basis({{0, 0, 1}, {0}, {0, 1, 2}, {0, 0}, {1}});
  const BlockPartition partition = make_partition(basis, Grain::parse(GetParam()));
  std::map<Quartet, int> seen;
  const TaskRows rows(partition.blocks());
  std::int64_t tasks = 0;
  for (std::int64_t r = 0; r < rows.rows(); ++r) {
    const auto row = rows.row(r);
    for (int l = 0; l < row.tasks(); ++l, ++tasks)
      for_each_quartet(partition, Task{row.i, row.j, row.k, l},
                       [&](int a, int b, int c, int d) { ++seen[canonical(a, b, c, d)]; });
  }
  EXPECT_EQ(tasks, rows.tasks());
  const std::size_t pairs = basis.shells() * (basis.shells() + 1) / 2;
  EXPECT_EQ(seen.size(), pairs * (pairs + 1) / 2);
  for (const auto& [quartet, times] : seen) EXPECT_EQ(times, 1) << quartet[0] << quartet[1] << quartet[2] << quartet[3];
}

TEST_P(EveryGrain, RowsNotWantedAreLeftOutAndNothingElse) {
  const BasisSet basis = testing::synthetic_basis({{0, 0, 1}, {0}, {0, 1, 2}});
  const BlockPartition partition = make_partition(basis, Grain::parse(GetParam()));
  const auto wanted = [](int a, int b, int c) { return (a + 2 * b + 3 * c) % 4 == 1; };
  const TaskRows rows(partition.blocks());
  for (std::int64_t r = 0; r < rows.rows(); ++r) {
    const auto row = rows.row(r);
    for (int l = 0; l < row.tasks(); ++l) {
      const Task task{row.i, row.j, row.k, l};
      std::vector<Quartet> expected, found;
      for_each_quartet(partition, task, [&](int a, int b, int c, int d) {
        if (wanted(a, b, c)) expected.push_back({a, b, c, d});
      });
      for_each_quartet(partition, task, [&](int a, int b, int c, int d) { found.push_back({a, b, c, d}); }, wanted);
      EXPECT_EQ(found, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Grains, EveryGrain, ::testing::Values("shell", "atom", "1", "4", "7", "1000"));

TEST(Degeneracy, IsTheNumberOfDistinctPermutations) {
  for (const Quartet q : {Quartet{0, 0, 0, 0},
                          {1, 0, 0, 0},
                          {1, 1, 0, 0},
                          {1, 0, 1, 0},
                          {2, 1, 0, 0},
                          {3, 2, 1, 0},
                          {2, 1, 2, 0},
                          {1, 1, 1, 0}}) {
    const auto [a, b, c, d] = q;
    std::map<Quartet, int> distinct;
    for (const Quartet p : {Quartet{a, b, c, d},
                            {b, a, c, d},
                            {a, b, d, c},
                            {b, a, d, c},
                            {c, d, a, b},
                            {d, c, a, b},
                            {c, d, b, a},
                            {d, c, b, a}})
      ++distinct[p];
    EXPECT_EQ(degeneracy({a, b, c, d}), static_cast<double>(distinct.size()));
  }
}

}  // namespace
}  // namespace fockproxy
