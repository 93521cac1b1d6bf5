#include "tasks/task_space.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tasks/synthetic_basis.hpp"
#include "tasks/whole_screen.hpp"

namespace fockproxy {
namespace {

std::vector<std::int64_t> numbered(const BlockPartition& partition, const QuartetScreen& screen) {
  const TaskRows rows(partition.blocks());
  std::vector<std::int64_t> first_id(rows.rows() + 1);
  first_id.back() = number_tasks(rows, screen, 0, rows.rows(), first_id);
  return first_id;
}

TEST(TaskRows, NumbersRowsWithoutGaps) {
  const TaskRows rows(7);
  std::int64_t index = 0, tasks = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= i; ++k, ++index) {
        const auto row = rows.row(index);
        EXPECT_EQ((std::array{row.i, row.j, row.k}), (std::array{i, j, k}));
        EXPECT_EQ(row.tasks(), (k == i ? j : k) + 1);
        tasks += row.tasks();
      }
  EXPECT_EQ(rows.rows(), index);
  EXPECT_EQ(rows.tasks(), tasks);
}

TEST(TaskRows, CountsPastTheRangeOf32Bits) {
  // 362 blocks: the smallest number with more than 2^31 canonical quartets.
  const std::int64_t pairs = 362 * 363 / 2;
  EXPECT_EQ(TaskRows(362).tasks(), pairs * (pairs + 1) / 2);
  EXPECT_GT(TaskRows(362).tasks(), std::int64_t{1} << 31);
  EXPECT_EQ(TaskRows(5000).tasks(), std::int64_t{12502500} * 12502501 / 2);
  const auto last = TaskRows(5000).row(TaskRows(5000).rows() - 1);
  EXPECT_EQ((std::array{last.i, last.j, last.k}), (std::array{4999, 4999, 4999}));
}

class ScreenedSpace : public ::testing::TestWithParam<std::tuple<const char*, double>> {
 protected:
  BasisSet basis = testing::synthetic_basis({{0, 0, 1}, {0}, {0, 1, 2}, {0, 0}, {1}, {0, 1}});
  BlockPartition partition = make_partition(basis, Grain::parse(std::get<0>(GetParam())));
  Matrix schwarz = testing::spread_matrix(basis.shells(), 1);
  SpinMatrices density{testing::spread_matrix(basis.functions(), 2)};
  WholeScreen screen{basis, partition, schwarz, {basis, density}, std::get<1>(GetParam())};
};

TEST_P(ScreenedSpace, IdsRunOverTheSurvivorsInOrder) {
  const std::vector<std::int64_t> first_id = numbered(partition, screen);
  const TaskSpace space(TaskRows(partition.blocks()), screen, first_id);
  const TaskRows rows(partition.blocks());
  std::int64_t id = 0;
  for (std::int64_t r = 0; r < rows.rows(); ++r) {
    const auto row = rows.row(r);
    for (int l = 0; l < row.tasks(); ++l)
      if (const Task task{row.i, row.j, row.k, l}; screen.keeps(task)) {
        ASSERT_LT(id, space.tasks());
        EXPECT_EQ(space.task(TaskId{id}), task);
        ++id;
      }
  }
  EXPECT_EQ(space.tasks(), id);
}

TEST_P(ScreenedSpace, BlockAndPairTestsRemoveOnlyWhatTheQuartetTestRemoves) {
  const std::vector<std::int64_t> first_id = numbered(partition, screen);
  const TaskSpace space(TaskRows(partition.blocks()), screen, first_id);
  std::set<std::array<int, 4>> through_tasks;
  for (std::int64_t id = 0; id < space.tasks(); ++id) {
    const Task task = space.task(TaskId{id});
    for_each_quartet(partition, task, [&](int a, int b, int c, int d) {
      if (!screen.keeps(a, b, c, d)) return;
      EXPECT_TRUE(screen.keeps_pair(a, b, task, screen.density_of_task(task)));
      EXPECT_TRUE(screen.keeps_row(task.i, task.j, task.k));
      through_tasks.insert({a, b, c, d});
    });
  }
  std::size_t all = 0;
  const BlockPartition whole = make_partition(basis, Grain::parse("100000"));
  for_each_quartet(whole, Task{0, 0, 0, 0}, [&](int a, int b, int c, int d) { all += screen.keeps(a, b, c, d); });
  EXPECT_EQ(through_tasks.size(), all);
}

TEST_P(ScreenedSpace, NumberingSharedBetweenRanksGivesTheSameNumbers) {
  const TaskRows rows(partition.blocks());
  std::vector<std::int64_t> shared(rows.rows() + 1);
  std::int64_t before = 0;
  for (int rank = 0; rank < 3; ++rank) {
    const std::int64_t first = rows.rows() * rank / 3, last = rows.rows() * (rank + 1) / 3;
    const auto own = std::span(shared).subspan(first, last - first);
    const std::int64_t survivors = number_tasks(rows, screen, first, last, own);
    for (std::int64_t& id : own) id += before;
    before += survivors;
  }
  shared.back() = before;
  EXPECT_EQ(shared, numbered(partition, screen));
}

INSTANTIATE_TEST_SUITE_P(GrainsAndThresholds, ScreenedSpace,
                         ::testing::Combine(::testing::Values("shell", "atom", "6"),
                                            ::testing::Values(0.0, 1e-14, 1e-8, 1e-4, 1e3)));

TEST(QuartetScreen, ThresholdZeroKeepsEverything) {
  const BasisSet basis = testing::synthetic_basis({{0, 1}, {0}});
  const BlockPartition partition = make_partition(basis, Grain::parse("shell"));
  const Matrix zero = Matrix::Zero(3, 3);
  const WholeScreen screen(basis, partition, zero, ShellMaxima(3), 0.0);
  EXPECT_EQ(numbered(partition, screen).back(), TaskRows(3).tasks());
}

TEST(QuartetScreen, UnrestrictedUsesHalfTheTotalForCoulombAndTheLargerSpinForExchange) {
  const BasisSet basis = testing::synthetic_basis({{0}, {0}});
  const BlockPartition partition = make_partition(basis, Grain::parse("shell"));
  Matrix schwarz = Matrix::Ones(2, 2), alpha = Matrix::Zero(2, 2), beta = Matrix::Zero(2, 2);
  alpha(0, 0) = 1.0;
  beta(0, 0) = -1.0;  // opposite spins cancel in the total: exchange, but no Coulomb part
  const auto keeps = [&](double threshold, int a, int b, int c, int d) {
    return WholeScreen(basis, partition, schwarz, {basis, {alpha, beta}}, threshold).keeps(a, b, c, d);
  };
  EXPECT_FALSE(keeps(0.5, 0, 0, 1, 1));  // D_aa is only in the Coulomb part
  EXPECT_TRUE(keeps(0.99, 0, 1, 0, 1));  // D_ac is in the exchange part
  EXPECT_FALSE(keeps(1.01, 0, 1, 0, 1));
  beta(0, 0) = 1.0;
  EXPECT_TRUE(keeps(3.99, 0, 0, 1, 1));  // 4 * half the total
  EXPECT_FALSE(keeps(4.01, 0, 0, 1, 1));
}

TEST(QuartetScreen, ScreensContractionGroupsAsOne) {
  const BasisSet basis = testing::synthetic_basis({{0, -1}, {0}});
  const BlockPartition partition = make_partition(basis, Grain::parse("shell"));
  Matrix schwarz = Matrix::Constant(3, 3, 1e-3);
  schwarz(1, 2) = schwarz(2, 1) = 1.0;  // only the second shell of the group with the other atom
  Matrix density = Matrix::Zero(3, 3);
  density(0, 2) = density(2, 0) = 0.5;  // only the first
  const WholeScreen screen(basis, partition, schwarz, {basis, {density}}, 1.0);
  EXPECT_EQ(screen.schwarz(0, 2), 1.0);
  EXPECT_EQ(screen.schwarz(1, 1), 1e-3);
  for (int a : {0, 1})
    for (int c : {0, 1}) EXPECT_TRUE(screen.keeps(a, 2, c, 2));
  EXPECT_FALSE(screen.keeps(0, 1, 2, 2));
  EXPECT_EQ(largest_of_groups(basis, density), screen.exchange());
}

TEST(QuartetScreen, HashTellsBoundsApart) {
  const BasisSet basis = testing::synthetic_basis({{0}, {0}});
  const BlockPartition partition = make_partition(basis, Grain::parse("shell"));
  Matrix schwarz = Matrix::Ones(2, 2);
  const SpinMatrices density{Matrix::Ones(2, 2)};
  const auto hash = WholeScreen(basis, partition, schwarz, {basis, density}, 1e-10).hash();
  EXPECT_EQ(WholeScreen(basis, partition, schwarz, {basis, density}, 1e-10).hash(), hash);
  EXPECT_NE(WholeScreen(basis, partition, schwarz, {basis, density}, 1e-9).hash(), hash);
  schwarz(1, 0) = std::nextafter(1.0, 2.0);
  EXPECT_NE(WholeScreen(basis, partition, schwarz, {basis, density}, 1e-10).hash(), hash);
}

}  // namespace
}  // namespace fockproxy
