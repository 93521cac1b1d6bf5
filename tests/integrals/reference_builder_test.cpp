#include "integrals/reference_builder.hpp"

#include <gtest/gtest.h>

#include "integrals/schwarz.hpp"
#include "integrals/stored_integrals.hpp"
#include "integrals/symmetric.hpp"

namespace fockproxy {
namespace {

class ReferenceBuilderAgainst : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Stored, ReferenceBuilderAgainst, testing::ValuesIn(stored_names));

TEST_P(ReferenceBuilderAgainst, PySCF) {
  const StoredIntegrals stored(GetParam());
  const ShellPairs pairs(stored.basis, 0);
  const SpinMatrices density = stored.density();
  ReferenceBuilder builder(pairs, density);
  const SpinMatrices expected = stored.two_electron();
  const SpinMatrices g = builder.build();
  ASSERT_EQ(g.size(), expected.size());
  for (std::size_t spin = 0; spin < g.size(); ++spin) EXPECT_LT(largest_difference(g[spin], expected[spin]), 1e-11);
}

TEST(ReferenceBuilder, CutoffLeavesOutLessThanItPromises) {
  const StoredIntegrals stored("water2_6-31gs_cartesian");
  const ShellPairs pairs(stored.basis, 0);
  const SpinMatrices density = stored.density();
  ReferenceBuilder builder(pairs, density);
  Matrix bounds = schwarz_bounds(stored.basis);
  mirror_lower(bounds);
  const int last = stored.basis.shells() - 1;
  const Matrix exact = builder.block(last, 0, 0, bounds, 0);
  const Matrix cut = builder.block(last, 0, 0, bounds, 1e-8);
  EXPECT_LT(largest_difference(exact, cut), 1e-6);
  EXPECT_GT(largest_difference(exact, cut), 0);
}

TEST(ReferenceBuilder, EqualSpinsAreTheClosedShell) {
  const StoredIntegrals stored("water_sto-3g");
  const ShellPairs pairs(stored.basis, 0);
  const SpinMatrices restricted = stored.density();
  const SpinMatrices both = {restricted[0], restricted[0]};
  const Matrix g = ReferenceBuilder(pairs, restricted).build()[0];
  for (const Matrix& g_spin : ReferenceBuilder(pairs, both).build()) EXPECT_LT(largest_difference(g, g_spin), 1e-13);
}

}  // namespace
}  // namespace fockproxy
