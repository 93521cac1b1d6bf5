// The grid of exact sums: nothing overflows, the order does not matter, and rounding errors are as promised.
#include "blocks/fock_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace fockproxy {
namespace {

constexpr double never = 0, always = std::numeric_limits<double>::infinity();  // that one word suffices

double sum_of(const FockGrid& grid, const std::vector<double>& contributions) {
  std::int64_t sum[2] = {0, 0};
  for (const double x : contributions) EXPECT_TRUE(grid.add(&x, 1, 1, sum));
  return grid.hartree(sum[0], grid.words() == 2 ? sum[1] : 0);
}

TEST(FockGrid, TakesOneWordWhereThatIsFineEnough) {
  EXPECT_EQ(FockGrid(100, 1000, always).words(), 1);
  EXPECT_EQ(FockGrid(100, 1000, never).words(), 2);
  const FockGrid grid(100, 1000, 1e-13);
  EXPECT_EQ(grid.words(), 1);
  EXPECT_LE(grid.resolution(), 1e-13);
  EXPECT_EQ(FockGrid(1e5, 1000, 1e-13).words(), 2);
  EXPECT_LE(FockGrid(1e5, 1000, 1e-13).resolution(), 1e-13);
}

TEST(FockGrid, HoldsTheWholeBoundAsASumInEitherDirection) {
  for (const double bound : {0x1p-900, 1e-30, 0.7, 1.0, 1.5, 0x1.fffffffffffffp9, 1e4, 1e12, 0x1p900})
    for (const double wanted : {never, always})
      for (const double sign : {1.0, -1.0})
        for (const std::int64_t parts : {1, 3, 1000}) {
          const FockGrid grid(bound, parts, wanted);
          const double each = sign * bound / static_cast<double>(parts);
          std::int64_t sum[2] = {0, 0};
          for (std::int64_t p = 0; p < parts; ++p) {
            const std::int64_t before = sum[0];
            ASSERT_TRUE(grid.add(&each, 1, 1, sum));
            EXPECT_TRUE(sign > 0 ? sum[0] >= before : sum[0] <= before) << "it wrapped around";
          }
          EXPECT_NEAR(grid.hartree(sum[0], grid.words() == 2 ? sum[1] : 0) / bound, sign, 1e-12);
        }
}

// The second word after the largest number of remainders of half a unit.
TEST(FockGrid, HoldsAllRemaindersInTheSecondWord) {
  for (const std::int64_t most : {std::int64_t{1}, std::int64_t{1000}, (std::int64_t{1} << 20) - 1}) {
    const FockGrid grid(1.0, most, never);
    ASSERT_EQ(grid.words(), 2);
    for (const double sign : {1.0, -1.0}) {
      const double half = sign * 0.4999 * grid.unit();
      std::int64_t sum[2] = {0, 0};
      for (std::int64_t n = 0; n < most; ++n) grid.add(&half, 1, 1, sum);
      EXPECT_EQ(sum[0], 0);
      EXPECT_LT(std::abs(sum[1]), std::int64_t{1} << 62);
      EXPECT_NEAR(grid.hartree(sum[0], sum[1]) / (half * static_cast<double>(most)), 1, 1e-12);
    }
  }
}

TEST(FockGrid, GivesTheSameInEveryOrder) {
  std::vector<double> contributions;
  for (int i = 0; i < 1000; ++i)
    contributions.push_back((unit_interval(hash64(i)) - 0.5) * std::pow(10.0, -static_cast<double>(i % 18)));
  double in_doubles = 0;
  for (const double x : contributions) in_doubles += x;
  bool differs = false;
  for (const double wanted : {never, always}) {
    const FockGrid grid(1000, 1000, wanted);
    const double expected = sum_of(grid, contributions);
    EXPECT_NEAR(expected, in_doubles, 1e-12);
    for (int shuffle = 0; shuffle < 100; ++shuffle) {
      std::ranges::sort(contributions, {},
                        [&](double x) { return hash_append(shuffle, std::bit_cast<std::uint64_t>(x)); });
      EXPECT_EQ(sum_of(grid, contributions), expected);
      double again = 0;
      for (const double x : contributions) again += x;
      differs = differs || again != in_doubles;
    }
  }
  EXPECT_TRUE(differs) << "doubles do not: else this would show nothing";
}

// Compared with long doubles, whose rounding errors are 2000 times smaller.
TEST(FockGrid, LosesNoMoreThanItSays) {
  for (const double wanted : {never, always})
    for (const double bound : {1e3, 1e6}) {
      const int n = 2000;
      const FockGrid grid(bound, n, wanted);
      for (int element = 0; element < 200; ++element) {
        std::vector<double> contributions;
        long double exact = 0;
        for (int i = 0; i < n; ++i) {
          contributions.push_back((unit_interval(hash_append(element, i)) - 0.5) * bound / n);
          exact += contributions.back();
        }
        const double found = sum_of(grid, contributions);
        EXPECT_LE(std::abs(static_cast<double>(found - exact)), grid.resolution() + 1e-15 * std::abs(found));
      }
    }
}

TEST(FockGrid, RoundsToTheNearest) {
  const FockGrid grid(0x1p62, 1, always);  // a unit is 1 or 2
  const double unit = grid.unit();
  for (const double x : {0.49999999999999994, 0.5, 0.75, 1.25, 1e6 + 0.25, 0x1p52 + 1, 0x1p53 - 1, 0x1p60})
    for (const double sign : {1.0, -1.0}) {
      std::int64_t sum = 0;
      const double value = sign * x * unit;
      EXPECT_TRUE(grid.add(&value, 1, 1, &sum));
      EXPECT_LE(std::abs(static_cast<double>(sum) - sign * x), 0.5) << x;
    }
}

TEST(FockGrid, TellsWhatItDoesNotHave) {
  for (const double wanted : {never, always}) {
    const FockGrid grid(10, 5, wanted);
    for (const double bad : {1e3, -1e3, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::max()}) {
      const double row[] = {1.0, bad, 2.0};
      std::int64_t sums[6] = {};
      EXPECT_FALSE(grid.add(row, 1, 3, sums)) << bad;
      EXPECT_EQ(grid.hartree(sums[0]), 1.0);
      EXPECT_EQ(sums[1], 0);
      EXPECT_EQ(grid.hartree(sums[2]), 2.0);
    }
  }
}

TEST(FockGrid, OfNothingIsAGridToo) {
  const FockGrid grid(0, 0, 1e-12);
  EXPECT_EQ(grid.words(), 1);
  const double zero = 0;
  std::int64_t sum = 0;
  EXPECT_TRUE(grid.add(&zero, 1, 1, &sum));
  EXPECT_EQ(sum, 0);
}

TEST(FockGrid, PutsTheWordsOfARowSideBySide) {
  const FockGrid grid(1, 10, never);
  const std::vector<double> block{0.1, 0.2, 0.3, 0.4};  // 2 x 2
  std::vector<std::int64_t> sums(8);
  EXPECT_TRUE(grid.add(block.data(), 2, 2, sums.data()));
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(grid.hartree(sums[4 * r + c], sums[4 * r + 2 + c]), block[2 * r + c]);
}

}  // namespace
}  // namespace fockproxy
