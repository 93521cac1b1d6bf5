#include "verification/verification.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/larger.hpp"

namespace fockproxy {
namespace {

TEST(Larger, KeepsWhatIsNotANumberWhereverItComes) {
  const double nan = std::nan("");
  EXPECT_EQ(larger(1, 2), 2);
  EXPECT_EQ(larger(2, 1), 2);
  EXPECT_TRUE(std::isnan(larger(nan, 1)));
  EXPECT_TRUE(std::isnan(larger(1, nan)));
}

TEST(Check, FailsOnNotANumber) {
  EXPECT_TRUE((Check{"a", 0.0, 0.0, ""}.passed()));
  EXPECT_FALSE((Check{"a", 1e-9, 1e-10, ""}.passed()));
  EXPECT_FALSE((Check{"a", std::nan(""), 1.0, ""}.passed()));
}

TEST(Verification, MergingKeepsTheWorstAndNeverForgetsAFailure) {
  Verification run;
  const auto build = [](double deviation, const char* detail) {
    Verification v;
    v.add({"checksum", deviation, 1.0, detail});
    return v;
  };
  run.merge(build(0.2, "first"));
  run.merge(build(0.5, "second"));
  run.merge(build(0.1, "third"));
  ASSERT_EQ(run.checks().size(), 1u);
  EXPECT_EQ(run.checks()[0].detail, "second");
  EXPECT_EQ(run.checks()[0].builds, 3);
  EXPECT_TRUE(run.passed());
  EXPECT_EQ(run.first_failure(), "");
  run.merge(build(std::nan(""), "broken"));
  run.merge(build(0.1, "fine again"));
  EXPECT_FALSE(run.passed());
  EXPECT_EQ(run.first_failure(), "checksum: broken");
}

}  // namespace
}  // namespace fockproxy
