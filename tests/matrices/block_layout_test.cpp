#include "matrices/block_layout.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/error.hpp"

namespace fockproxy {
namespace {

BlockLayout equal_blocks(int blocks, int rows) {
  std::vector<int> first(blocks + 1);
  for (int b = 0; b <= blocks; ++b) first[b] = b * rows;
  return BlockLayout(first, 1);
}

TEST(BlockLayout, TwoSpinsDoubleTheColumns) {
  const BlockLayout layout({0, 5, 6, 15}, 2);
  EXPECT_EQ(layout.blocks(), 3);
  EXPECT_EQ(layout.functions(), 15);
  EXPECT_EQ(layout.matrix_columns(), 30);
  EXPECT_EQ(layout.first_column(2), 12);
  EXPECT_EQ(layout.columns(2), 18);
  EXPECT_EQ(layout.elements(0, 2), 5 * 18);
  EXPECT_EQ(layout.largest_rows(), 9);
}

TEST(BlockLayout, RefusesWhatIsNoPartition) {
  EXPECT_THROW(BlockLayout({0}, 1), UsageError);
  EXPECT_THROW(BlockLayout({1, 2}, 1), UsageError);
  EXPECT_THROW(BlockLayout({0, 2, 2}, 1), UsageError);
  EXPECT_THROW(BlockLayout({0, 2}, 3), UsageError);
}

TEST(Ownership, GridIsNearSquareAndNeverLargerThanTheBlocks) {
  const auto grid = [](int ranks, int blocks) {
    const Ownership ownership(equal_blocks(blocks, 3), ranks);
    return std::pair(ownership.grid_rows(), ownership.grid_columns());
  };
  EXPECT_EQ(grid(1, 10), std::pair(1, 1));
  EXPECT_EQ(grid(2, 10), std::pair(2, 1));
  EXPECT_EQ(grid(4, 10), std::pair(2, 2));
  EXPECT_EQ(grid(6, 10), std::pair(3, 2));
  EXPECT_EQ(grid(12, 10), std::pair(4, 3));
  EXPECT_EQ(grid(4, 1), std::pair(1, 1));
  EXPECT_EQ(grid(3, 2), std::pair(2, 1));
  EXPECT_EQ(grid(100, 3), std::pair(3, 3));
}

TEST(Ownership, CutsBalanceFunctionsNotBlocks) {
  // One large block and many small ones: two rows of ranks divide 40 functions into 20 and 20.
  const BlockLayout layout({0, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40}, 1);
  EXPECT_EQ(Ownership(layout, 2).row_cuts(), (std::vector<int>{0, 1, 11}));
}

TEST(Ownership, EveryRankOfTheGridOwnsSomething) {
  for (const int blocks : {1, 2, 3, 7, 20})
    for (int ranks = 1; ranks <= 40; ++ranks) {
      std::vector<int> first(blocks + 1, 0);
      for (int b = 0; b < blocks; ++b) first[b + 1] = first[b] + 1 + (b * b) % 13;
      const Ownership ownership(BlockLayout(first, 1), ranks);
      const int owners = ownership.grid_rows() * ownership.grid_columns();
      ASSERT_LE(owners, ranks);
      for (int rank = 0; rank < ranks; ++rank) {
        const Ownership::Panel panel = ownership.panel(rank);
        EXPECT_EQ(panel.first_row_block < panel.last_row_block, rank < owners);
        EXPECT_EQ(panel.first_column_block < panel.last_column_block, rank < owners);
      }
    }
}

}  // namespace
}  // namespace fockproxy
