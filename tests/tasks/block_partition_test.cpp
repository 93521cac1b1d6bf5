#include "tasks/block_partition.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "tasks/synthetic_basis.hpp"

namespace fockproxy {
namespace {

const BasisSet basis = testing::synthetic_basis({{0, 0, 1}, {0}, {0, 1, 2}, {0, 0}});  // 5, 1, 9, 2 functions

std::vector<int> sizes(const BlockPartition& partition) {
  std::vector<int> functions;
  for (int b = 0; b < partition.blocks(); ++b) functions.push_back(partition.functions(b));
  return functions;
}

TEST(BlockPartition, CutsAtShellsAtomsAndNumbersOfFunctions) {
  EXPECT_EQ(sizes(make_partition(basis, Grain::parse("shell"))), (std::vector{1, 1, 3, 1, 1, 3, 5, 1, 1}));
  EXPECT_EQ(sizes(make_partition(basis, Grain::parse("atom"))), (std::vector{5, 1, 9, 2}));
  EXPECT_EQ(sizes(make_partition(basis, Grain::parse("6"))), (std::vector{6, 9, 2}));
  EXPECT_EQ(sizes(make_partition(basis, Grain::parse("11"))), (std::vector{6, 11}));
  EXPECT_EQ(sizes(make_partition(basis, Grain::parse("17"))), (std::vector{17}));
  EXPECT_EQ(sizes(merge_atoms(basis, 3)), (std::vector{15, 2}));
}

TEST(BlockPartition, NeverCutsAContractionGroup) {
  const BasisSet grouped = testing::synthetic_basis({{0, -1, 1}, {1, -2, -2, 0}});
  EXPECT_EQ(sizes(make_partition(grouped, Grain::parse("shell"))), (std::vector{2, 3, 9, 1}));
}

TEST(BlockPartition, PlacesShellsAndFunctions) {
  const BlockPartition partition = merge_atoms(basis, 2);
  ASSERT_EQ(partition.blocks(), 2);
  EXPECT_EQ(partition.first_functions(), (std::vector{0, 6, 17}));
  EXPECT_EQ(partition.largest_block(), 11);
  EXPECT_EQ(partition.shells(0), 4);
  EXPECT_EQ(partition.block_of_shell(3), 0);
  EXPECT_EQ(partition.offset_in_block(3), 5);
  EXPECT_EQ(partition.block_of_shell(4), 1);
  EXPECT_EQ(partition.offset_in_block(6), 4);
}

TEST(Grain, RefusesNonsense) {
  for (const char* text : {"", "0", "-3", "atoms", "3.5", "12x", " 4"})
    EXPECT_THROW(Grain::parse(text), UsageError) << text;
  for (const char* text : {"shell", "atom", "auto", "40"}) EXPECT_EQ(Grain::parse(text).name(), text);
}

}  // namespace
}  // namespace fockproxy
