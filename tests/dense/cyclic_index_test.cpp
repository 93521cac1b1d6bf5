#include "dense/process_grid.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

TEST(CyclicIndex, GivesEveryElementToOneProcess) {
  for (const int processes : {1, 2, 3, 5})
    for (const int block : {1, 2, 7})
      for (const Eigen::Index size : {0, 1, 6, 7, 8, 29, 42}) {
        std::vector<int> owners(static_cast<std::size_t>(size), -1);
        for (int p = 0; p < processes; ++p) {
          const CyclicIndex index(size, block, processes, p);
          for (Eigen::Index local = 0; local < index.local_size(); ++local) {
            const Eigen::Index global = index.global(local);
            ASSERT_LT(global, size);
            EXPECT_EQ(owners[static_cast<std::size_t>(global)], -1) << global;
            owners[static_cast<std::size_t>(global)] = p;
            EXPECT_EQ(index.owner(global), p);
            EXPECT_EQ(index.local(global), local);
            EXPECT_EQ(index.local_before(global), local);
          }
        }
        for (const int owner : owners) EXPECT_GE(owner, 0);
      }
}

TEST(CyclicIndex, DealsBlocksInTurns) {
  const CyclicIndex index(10, 3, 2, 1);  // 0 0 0 1 1 1 0 0 0 1
  EXPECT_EQ(index.local_size(), 4);
  EXPECT_EQ(index.global(3), 9);
  EXPECT_EQ(index.owner(6), 0);
}

TEST(CyclicIndex, HasNothingOutsideTheGrid) { EXPECT_EQ(CyclicIndex(10, 3, 2, -1).local_size(), 0); }

}  // namespace
}  // namespace fockproxy
