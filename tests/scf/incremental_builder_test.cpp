#include "scf/incremental_builder.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "integrals/reference_builder.hpp"
#include "scf/local_matrices.hpp"
#include "scf/scf_case.hpp"

namespace fockproxy {
namespace {

constexpr double tau = 1e-10;

// G of a matrix is the matrix itself; the requests are recorded.
class Identity final : public TwoElectronBuilder {
 public:
  double threshold() const override { return tau; }
  SpinDense build(const SpinDense& density, double threshold) override {
    largest = largest_element(density);
    asked = threshold;
    return density;
  }
  double largest = 0;  // largest element of the last build
  double asked = 0;    // threshold of the last build
};

SpinDense density(double x) { return {dense(Matrix::Constant(2, 2, x))}; }

TEST(IncrementalBuilder, BuildsDifferencesAndRestarts) {
  Identity identity;
  DifferenceBuilds builds;
  IncrementalBuilder builder(identity, 3, builds);
  const double steps[] = {1, 1.001, 1.002, 1.003, 1.004, 2, 2.001};
  const bool full[] = {true, false, false, true, false, true, false};
  const double error = IncrementalBuilder::coarse_above / 2;
  for (int i = 0; i < 7; ++i) {
    EXPECT_NEAR(whole(builder.build(density(steps[i]), error)[0])(1, 0), steps[i], 1e-14);
    EXPECT_EQ(builder.last_was_full(), full[i]) << i;
    EXPECT_NEAR(identity.largest, full[i] ? steps[i] : 0.001, 1e-12) << i;
    EXPECT_EQ(identity.asked, full[i] ? tau : tau / IncrementalBuilder::sharpening) << i;
    EXPECT_EQ(builder.last_threshold(), identity.asked);
  }
  builder.only_full_builds();
  builder.build(density(2.002), error);
  EXPECT_TRUE(builder.last_was_full());
}

TEST(IncrementalBuilder, IntervalOneMeansFullBuildsOnly) {
  Identity identity;
  DifferenceBuilds builds;
  IncrementalBuilder builder(identity, 1, builds);
  for (const double x : {1.0, 1.0001, 1.0002}) {
    builder.build(density(x), 1);
    EXPECT_TRUE(builder.last_was_full());
    EXPECT_EQ(identity.asked, tau);
  }
}

TEST(IncrementalBuilder, IsCoarseFarFromConvergenceAndNeverAgain) {
  Identity identity;
  DifferenceBuilds builds;
  IncrementalBuilder builder(identity, 8, builds);
  const double errors[] = {std::numeric_limits<double>::infinity(), 0.1, 2e-3, 1e-4, 0.1};
  const bool full[] = {true, false, false, true, false};
  const double coarse = IncrementalBuilder::coarse_threshold;
  const double asked[] = {coarse, coarse, coarse, tau, tau / IncrementalBuilder::sharpening};
  for (int i = 0; i < 5; ++i) {
    builder.build(density(1 + 1e-4 * i), errors[i]);
    EXPECT_EQ(builder.last_was_full(), full[i]) << i;
    EXPECT_EQ(identity.asked, asked[i]) << i;
  }
}

// The promise of a full build, 50 thresholds, holds over seven differences of a converging density.
TEST(IncrementalBuilder, KeepsThePromiseOfAFullBuild) {
  constexpr double threshold = 1e-8;
  ScfCase scf({"water2.xyz", "6-31g"}, threshold);
  std::srand(1);
  const Matrix r = Matrix::Random(scf.basis.functions(), scf.basis.functions());
  SpinDense d = make_guess(scf.problem, GuessKind::sad).density;
  const ShellPairs pairs(scf.basis, 0);
  DifferenceBuilds builds;
  IncrementalBuilder builder(scf.builder, 8, builds);
  double size = 1e-2;
  for (int i = 0; i < 8; ++i, size /= 10) {
    const Matrix g = whole(builder.build(d, 0)[0]);
    EXPECT_EQ(builder.last_was_full(), i == 0);
    const SpinMatrices exact = ReferenceBuilder(pairs, whole(d)).build();
    EXPECT_LT((g - exact[0]).cwiseAbs().maxCoeff(), 50 * threshold) << i;
    d[0].add(size, distributed(scf.algebra->grid(), Matrix(r + r.transpose())));
  }
}

}  // namespace
}  // namespace fockproxy
