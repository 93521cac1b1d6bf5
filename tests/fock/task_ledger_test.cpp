// Sums that were sent may differ from those that arrived by rounding errors, but not by an error of the promise's size.
#include "fock/task_ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

constexpr double unscreened = 1e-11;  // hartree: the promise without screening

// One rank sent 2000 hartree to an element with density 1; what arrived differs.
class SumsOfContributions : public ::testing::TestWithParam<double> {  // sum of the absolute values that were sent
 protected:
  Check trace(double deviation, double promise) const {
    ContributionSums sums(1);
    Matrix density, assembled;
    if (testing::world().is_root()) {
      sums.trace.add(2000);
      sums.magnitude[0] = GetParam();
      density = Matrix::Ones(1, 1);
      assembled = Matrix::Constant(1, 1, 2000 + deviation);
    }
    return check_trace(testing::world(), sums, density, assembled, promise);
  }
  Check checksum(double deviation, double promise) const {
    ContributionSums sums(1);
    std::vector<double> found{0.0};
    if (testing::world().is_root()) {
      sums.checksum[0].add(2000);
      sums.magnitude[0] = GetParam();
      found[0] = 2000 + deviation;
    }
    return check_checksum(testing::world(), sums, found, promise);
  }
};

TEST_P(SumsOfContributions, MayDifferByTheRoundingOfTheirSizesUnderAnyPromise) {
  const double met = 2e-16 * GetParam();
  for (const double promise : {unscreened, 1e-9, 1e-6}) {
    EXPECT_TRUE(trace(met, promise).passed()) << promise;
    EXPECT_TRUE(checksum(met, promise).passed()) << promise;
  }
}

TEST_P(SumsOfContributions, MayNotDifferByMore) {
  for (const double promise : {unscreened, 1e-9, 1e-6}) {
    const double wrong = std::max(0.5 * promise, 4e-15 * GetParam());
    EXPECT_FALSE(trace(wrong, promise).passed()) << promise;
    EXPECT_FALSE(checksum(wrong, promise).passed()) << promise;
  }
}

// For coronene in cc-pVDZ they are about the second value.
INSTANTIATE_TEST_SUITE_P(Sizes, SumsOfContributions, ::testing::Values(4e3, 1e5, 1e6));

}  // namespace
}  // namespace fockproxy
