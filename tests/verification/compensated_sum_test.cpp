#include "support/compensated_sum.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

TEST(CompensatedSum, KeepsWhatPlainAdditionLoses) {
  CompensatedSum sum;
  double plain = 0;
  for (const double term : {1.0, 1e100, 1.0, -1e100}) {
    sum.add(term);
    plain += term;
  }
  EXPECT_EQ(plain, 0.0);
  EXPECT_EQ(sum.value(), 2.0);
}

TEST(CompensatedSum, DoesNotDriftWithTheNumberOfTerms) {
  CompensatedSum sum;
  double plain = 0;
  for (int n = 0; n < 1'000'000; ++n) {
    sum.add(0.1);
    plain += 0.1;
  }
  EXPECT_NEAR(sum.value(), 1e5, 2e-11);
  EXPECT_GT(std::abs(plain - 1e5), 1e-7);
}

}  // namespace
}  // namespace fockproxy
