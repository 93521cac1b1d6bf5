#include "progress/core_budget.hpp"

#include <gtest/gtest.h>

#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

TEST(CoreBudget, EnoughCoresAreNoWarning) {
  const std::vector<RankPlacement> roomy{{0, 1, {0, 1}}, {0, 1, {2, 3}}, {1, 0, {0}}, {1, 0, {0}}};
  EXPECT_TRUE(core_warnings(roomy).empty());
}

TEST(CoreBudget, MoreThreadsThanCores) {
  const std::vector<RankPlacement> crowded{{0, 1, {0, 1}}, {0, 1, {0, 1}}, {1, 1, {0, 1}}};
  const auto warnings = core_warnings(crowded);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("node 0: 2 ranks and 2 progress helpers share 2 cores"), std::string::npos) << warnings[0];
}

TEST(CoreBudget, AHelperOnItsRanksOnlyCore) {
  const std::vector<RankPlacement> bound{{0, 1, {0}}, {0, 0, {1}}, {0, 1, {2}}, {0, 0, {3, 4, 5}}};
  const auto warnings = core_warnings(bound);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("ranks 0, 2 "), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("--bind-to none"), std::string::npos) << warnings[0];
}

TEST(CoreBudget, RankZeroHearsOfThisJob) {
  const auto none = core_warnings(testing::runtime(), 0);
  EXPECT_TRUE(none.empty());
  const auto many = core_warnings(testing::runtime(), 10'000);
  EXPECT_EQ(many.empty(), !testing::world().is_root());
}

}  // namespace
}  // namespace fockproxy
