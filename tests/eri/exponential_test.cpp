#include "eri/exponential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fockproxy::eri {
namespace {

TEST(Exponential, IsThatOfTheCLibraryToTheLastBits) {
  double worst = 0;
  for (double x = 0; x > -708; x -= 0.00137) {
    const long double exact = std::exp(static_cast<long double>(x));
    worst = std::max(worst, static_cast<double>(std::abs(exponential(x) / exact - 1)));
  }
  EXPECT_LT(worst, 2.5e-16);
  EXPECT_GT(worst, 1e-17);  // a double cannot be more accurate
}

TEST(Exponential, EndsInZero) {
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-709), 0);
  EXPECT_EQ(exponential(-1e300), 0);
  EXPECT_GT(exponential(-708), 0);
}

}  // namespace
}  // namespace fockproxy::eri
