#include "onesided/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

using namespace onesided;

Axes some_axes() {
  Axes axes;
  axes.computing = {{1e-3, "none"}, {1e-3, "poll"}};
  return axes;
}

TEST(OneSidedTables, EveryOperationOfTheTableIsMeasuredSomewhere) {
  const Axes axes = some_axes();
  std::set<std::string> measured;
  for (const TableEntry& table : table_table())
    for (const PlannedRow& row : table.rows({runtime(), axes})) {
      measured.insert(row.the_case.operation.name());
      EXPECT_EQ(row.table, table.name);
      EXPECT_TRUE(row.the_case.traffic.is_pair() || row.placement != "self");
    }
  for (const OperationEntry& operation : operation_table()) EXPECT_TRUE(measured.contains(std::string(operation.name)));
}

TEST(OneSidedTables, AxesCrossWhatTheyConcern) {
  Axes axes = some_axes();
  const TableEntry& contiguous = look_up(Type<TableEntry>{}, "contiguous");
  axes.operations = {"get"};
  const auto plain = contiguous.rows({runtime(), axes});
  EXPECT_EQ(plain.size(), 11u);
  EXPECT_EQ(plain.front().the_case.footprint.words() * sizeof(Word), 8u);
  EXPECT_EQ(plain.back().the_case.footprint.words() * sizeof(Word), std::size_t{1} << 26);
  axes.windows = {WindowKind::allocate, WindowKind::create};
  axes.warm = {false, true};
  EXPECT_EQ(contiguous.rows({runtime(), axes}).size(), 4 * plain.size());
  axes.most_bytes = 4096;
  for (const PlannedRow& row : contiguous.rows({runtime(), axes}))
    EXPECT_LE(row.the_case.footprint.words() * sizeof(Word), 4096u);
}

TEST(OneSidedTables, OnlyAnotherRankComputes) {
  const Axes axes = some_axes();
  const auto rows = look_up(Type<TableEntry>{}, "busy").rows({runtime(), axes});
  const auto computing = std::ranges::count_if(rows, [](const PlannedRow& row) { return row.the_case.period > 0; });
  const auto inside = std::ssize(rows) - computing;
  EXPECT_EQ(computing, world().size() == 1 ? 0 : 2 * inside);
}

TEST(OneSidedTables, WhoIsTargetAndOriginDoesNotOnlyCompute) {
  Axes axes = some_axes();
  axes.targets = {{}, {1e-3, "none"}, {1e-3, "poll"}};
  for (const PlannedRow& row : look_up(Type<TableEntry>{}, "contention").rows({runtime(), axes})) {
    EXPECT_TRUE(row.the_case.traffic.pattern == Pattern::one_target || row.the_case.period == 0) << row.placement;
    EXPECT_EQ(row.progress != "none", row.the_case.period > 0 && row.progress == "poll");
  }
  const auto rows = look_up(Type<TableEntry>{}, "contention").rows({runtime(), axes});
  const auto at_one = [](const PlannedRow& row) { return row.the_case.traffic.pattern == Pattern::one_target; };
  const auto computing = [](const PlannedRow& row) { return row.the_case.period > 0; };
  EXPECT_GT(std::ranges::count_if(rows, computing), 0);
  EXPECT_EQ(3 * std::ranges::count_if(rows, computing), 2 * std::ranges::count_if(rows, at_one));
}

TEST(OneSidedTables, RankZeroIsTheTargetOfEveryPlacement) {
  for (const Placement& placement : placements(runtime())) {
    EXPECT_EQ(placement.target, 0);
    EXPECT_EQ(placement.name == "self", placement.origin == 0);
  }
}

}  // namespace
}  // namespace fockproxy::testing
