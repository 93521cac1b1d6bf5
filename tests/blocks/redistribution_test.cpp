// Block-cyclic matrices and panels of blocks: each element arrives where it belongs, for all shapes.
#include "blocks/redistribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "dense/whole_matrix.hpp"
#include "fock/fixed_system.hpp"
#include "fock/packed.hpp"
#include "matrices/whole_panels.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy {
namespace {

using testing::world;

// A layout with blocks of 1 to 7 functions.
BlockLayout ragged(int functions, int spins) {
  std::vector<int> first{0};
  for (int step = 1; first.back() < functions; step = step % 7 + 1)
    first.push_back(std::min(first.back() + step, functions));
  return BlockLayout(first, spins);
}

// Matrices with different elements everywhere, not symmetric.
SpinMatrices numbered(int n, int spins) {
  SpinMatrices matrices(spins, Matrix(n, n));
  double next = 0;
  for (Matrix& m : matrices)
    for (Eigen::Index e = 0; e < m.size(); ++e) m.data()[e] = ++next;
  return matrices;
}

// Functions (the largest number takes several strips), spins, size of the cyclic blocks, and whether rank 0 has all of
// them.
class Redistribution : public ::testing::TestWithParam<std::tuple<int, int, int, bool>> {
 protected:
  const int n = std::get<0>(GetParam()), spins = std::get<1>(GetParam()), size = std::get<2>(GetParam());
  const BlockLayout layout = ragged(n, spins);
  const ProcessGrid grid =
      std::get<3>(GetParam()) ? ProcessGrid(world(), 1, 1, size) : ProcessGrid::of_all(world(), size);
  const SpinMatrices matrices = numbered(n, spins);
};

TEST_P(Redistribution, GivesEveryRankItsPanelOfTheLowerTriangle) {
  SpinMatrices symmetric = matrices;
  for (Matrix& m : symmetric) m.triangularView<Eigen::StrictlyUpper>() = m.transpose();
  const Matrix packed = testing::pack_spins(layout, symmetric);
  for (const int owners : {1, world().size()}) {
    const Ownership ownership(layout, owners);
    EXPECT_EQ(panel_of(layout, ownership, distributed(grid, matrices)),
              panel_of(layout, ownership, packed, world().rank()));
  }
}

TEST_P(Redistribution, CollectsTheSymmetricMatrix) {
  SpinMatrices symmetric = matrices;
  for (Matrix& m : symmetric) m = (0.5 * (m + m.transpose())).eval();
  for (const int owners : {1, world().size()}) {
    const Ownership ownership(layout, owners);
    const Matrix panel = panel_of(layout, ownership, testing::pack_spins(layout, matrices), world().rank());
    const SpinDense collected = symmetric_from_panels(layout, ownership, panel, grid);
    for (int s = 0; s < spins; ++s) EXPECT_EQ(collected[s].local(), distributed(grid, symmetric[s]).local());
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Redistribution,
                         ::testing::Values(std::tuple(1, 1, 4, false), std::tuple(29, 1, 3, false),
                                           std::tuple(29, 2, 3, false), std::tuple(40, 2, 64, true),
                                           std::tuple(1200, 2, 32, false)));

}  // namespace
}  // namespace fockproxy
