#include "blocks/block_checksums.hpp"

#include <gtest/gtest.h>

#include "fock/fixed_system.hpp"
#include "fock/packed.hpp"
#include "matrices/whole_panels.hpp"

namespace fockproxy {
namespace {

const BlockLayout layout({0, 3, 4, 9}, 2);

TEST(BlockChecksums, OfPanelsAreThoseOfTheirBlocks) {
  const SpinMatrices spins{testing::made_up_density(9, 1), testing::made_up_density(9, 2)};
  const Matrix packed = testing::pack_spins(layout, spins);
  const BlockChecksums checksums(layout, 7);
  for (const int ranks : {1, 4}) {
    const Ownership ownership(layout, ranks);
    std::vector<double> rows(3, 0.0);
    for (int rank = 0; rank < ranks; ++rank) {
      const std::vector<double> its = checksums.rows(ownership, rank, panel_of(layout, ownership, packed, rank));
      for (int i = 0; i < 3; ++i) rows[i] += its[i];
    }
    for (int i = 0; i < 3; ++i) {
      double of_blocks = 0;
      for (int j = 0; j < 3; ++j) of_blocks += checksums.checksum(i, j, testing::block_of(layout, packed, i, j).data());
      EXPECT_NEAR(of_blocks, rows[i], 1e-12);
    }
  }
}

TEST(BlockChecksums, TellEveryElementAndPlaceApart) {
  const BlockChecksums checksums(layout, 7);
  std::vector<double> block(layout.elements(0, 0));
  std::vector<double> seen;
  for (auto& element : block) {
    element = 1.0;
    for (const auto& [i, j] : {std::pair(0, 0), std::pair(1, 2), std::pair(2, 1)})
      if (std::ssize(block) >= layout.elements(i, j)) seen.push_back(checksums.checksum(i, j, block.data()));
    element = 0.0;
  }
  for (std::size_t a = 0; a < seen.size(); ++a) {
    if (seen[a] == 0) continue;  // an element that the smaller block does not have
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(seen[a], seen[b]);
  }
}

TEST(BlockChecksums, EqualElementsOfOppositePlacesDoNotCancel) {
  // Vectors of +-1 would miss an error in a block whose elements are equal by symmetry.
  const BlockChecksums checksums(BlockLayout({0, 2}, 1), 3);
  const std::vector<double> ones(4, 1.0);
  EXPECT_GT(std::abs(checksums.checksum(0, 0, ones.data())), 1e-6);
}

}  // namespace
}  // namespace fockproxy
