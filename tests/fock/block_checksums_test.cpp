#include "fock/block_checksums.hpp"

#include <gtest/gtest.h>

#include "fixed_system.hpp"
#include "fock/spin_packing.hpp"

namespace fockproxy {
namespace {

const BlockLayout layout({0, 3, 4, 9}, 2);

TEST(SpinPacking, PutsBothSpinsOfABlockSideBySide) {
  const SpinMatrices spins{testing::made_up_density(9, 1), testing::made_up_density(9, 2)};
  const Matrix packed = pack_spins(layout, spins);
  ASSERT_EQ(packed.cols(), 18);
  EXPECT_EQ(packed(5, layout.first_column(2) + 1), spins[0](5, 5));
  EXPECT_EQ(packed(5, layout.first_column(2) + 5 + 1), spins[1](5, 5));
  EXPECT_EQ(unpack_spins(layout, packed), spins);
}

TEST(BlockChecksums, OfCopiesAreBitwiseThoseOfTheTable) {
  const Matrix packed = pack_spins(layout, {testing::made_up_density(9, 1), testing::made_up_density(9, 2)});
  const BlockChecksums checksums(layout, 7);
  const Matrix table = checksums.table(packed);
  std::vector<double> buffer(50);
  for (int i = 0; i < 3; ++i) {
    double row = 0;
    for (int j = 0; j < 3; ++j) {
      copy_block(layout, packed, i, j, buffer.data());
      EXPECT_EQ(checksums.checksum(i, j, buffer.data()), table(i, j));
      row += table(i, j);
    }
    EXPECT_NEAR(row, checksums.rows(packed)[i], 1e-12);
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
    if (seen[a] == 0) continue;  // an element beyond the smaller block
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(seen[a], seen[b]);
  }
}

TEST(BlockChecksums, EqualElementsOfOppositePlacesDoNotCancel) {
  // What +-1 vectors would miss: a block whose elements are equal by symmetry.
  const BlockChecksums checksums(BlockLayout({0, 2}, 1), 3);
  const std::vector<double> ones(4, 1.0);
  EXPECT_GT(std::abs(checksums.checksum(0, 0, ones.data())), 1e-6);
}

}  // namespace
}  // namespace fockproxy
