#include "integrals/schwarz.hpp"

#include <gtest/gtest.h>

#include "integrals/repulsion_engine.hpp"
#include "integrals/stored_integrals.hpp"
#include "integrals/symmetric.hpp"

namespace fockproxy {
namespace {

class Schwarz : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Stored, Schwarz, testing::ValuesIn(stored_names));

TEST_P(Schwarz, AgreesWithPySCF) {
  const StoredIntegrals stored(GetParam());
  Matrix bounds = schwarz_bounds(stored.basis);
  mirror_lower(bounds);
  EXPECT_LT(largest_difference(bounds, stored.matrix("schwarz")), 1e-11);
}

TEST(SchwarzBounds, HoldForEveryShellQuartet) {
  const StoredIntegrals stored("water_6-31gs_cartesian");
  const ShellPairs pairs(stored.basis, 0);
  RepulsionEngine engine(pairs);
  Matrix bounds = schwarz_bounds(stored.basis);
  mirror_lower(bounds);
  const BasisSet& basis = stored.basis;
  for (int a = 0; a < basis.shells(); ++a) {
    for (int b = 0; b <= a; ++b) {
      for (int c = 0; c < basis.shells(); ++c) {
        for (int d = 0; d <= c; ++d) {
          const double* integrals = engine.compute(a, b, c, d);
          const int n = basis.shell(a).functions() * basis.shell(b).functions() * basis.shell(c).functions() *
                        basis.shell(d).functions();
          const double largest = Eigen::Map<const Vector>(integrals, n).lpNorm<Eigen::Infinity>();
          EXPECT_LE(largest, bounds(a, b) * bounds(c, d) + 1e-14);
        }
      }
    }
  }
}

TEST(SchwarzBounds, PartsMakeTheWholeExactly) {
  const StoredIntegrals stored("water_cc-pvdz");
  const ShellPairs pairs(stored.basis, 0);
  Matrix all = Matrix::Zero(stored.basis.shells(), stored.basis.shells());
  for (int part = 0; part < 3; ++part)
    schwarz_bounds(pairs, part, 3, Eigen::Map<Matrix>(all.data(), all.rows(), all.cols()));
  EXPECT_EQ(all, schwarz_bounds(stored.basis));
}

TEST(SchwarzBounds, HoldWhateverThePrecisionNeglects) {
  const LibintSession libint;
  const BasisSet basis(read_xyz(find_molecule("water5"), 0, 0), find_basis("cc-pvdz", find_data_directory()), false);
  const Matrix exact = schwarz_bounds(basis);
  for (const double precision : {1e-4, 1e-8}) {
    const ShellPairs pairs(basis, precision);
    const Matrix screened = schwarz_bounds(pairs);
    const double neglected = pairs.kernel_pairs().largest_neglected();
    EXPECT_GT(neglected, 0);
    const Matrix lower = (screened - exact).triangularView<Eigen::Lower>();
    EXPECT_GE(lower.minCoeff(), -1e-14) << precision;
    EXPECT_LE(lower.maxCoeff(), 2 * neglected + 1e-14) << precision;
    EXPECT_GT(lower.maxCoeff(), 0.1 * neglected) << "nothing was neglected at " << precision;
  }
}

}  // namespace
}  // namespace fockproxy
