// Every instruction set rounds to the same integers, the nearest ones.
#include "blocks/grid_rounding.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace fockproxy {
namespace {

// Numbers of all sizes and both signs, with halves, the largest ones and their neighbours.
std::vector<double> numbers() {
  std::vector<double> all{
      0.0,        -0.0,         0.5,          1.5,      2.5,          0.5 - 0x1p-54, 0x1p52 + 1,
      0x1p53 - 1, 0x1p31 + 0.5, 0x1p32 + 0.5, 0x1.8p31, 0x1p51 + 0.5, 0x1p62,        std::nextafter(0x1p62, 0.0),
      0x1p-1000};
  for (int i = 0; i < 4000; ++i) all.push_back(std::ldexp(unit_interval(hash64(i)), i % 66 - 3));
  std::vector<double> both = all;
  for (const double x : all) both.push_back(-x);
  return both;
}

std::int64_t nearest(double x) { return std::llrint(x); }  // halves to even, the rounding mode of the program

TEST(GridRounding, IsToTheNearestIntegerOnEveryInstructionSet) {
  const std::vector<double> x = numbers();
  for (const GridRounding& rounding : grid_roundings())
    for (const double units : {1.0, 0x1p-3}) {
      std::vector<double> scaled = x;
      for (double& value : scaled) value /= units;
      std::vector<std::int64_t> sum(x.size(), 7);
      EXPECT_TRUE(rounding.add(scaled.data(), std::ssize(scaled), units, sum.data())) << rounding.name;
      for (std::size_t e = 0; e < x.size(); ++e) EXPECT_EQ(sum[e] - 7, nearest(x[e])) << rounding.name << " " << x[e];
    }
}

TEST(GridRounding, PutsTheRestIntoTheSecondWord) {
  const std::vector<double> x = numbers();
  for (const double finer : {0x1p40, 0x1p61})
    for (const GridRounding& rounding : grid_roundings()) {
      std::vector<std::int64_t> first(x.size(), -3), second(x.size(), 5);
      EXPECT_TRUE(rounding.add_in_two(x.data(), std::ssize(x), {1.0, finer}, first.data(), second.data()));
      for (std::size_t e = 0; e < x.size(); ++e) {
        const std::int64_t whole = nearest(x[e]);
        EXPECT_EQ(first[e] + 3, whole) << rounding.name << " " << x[e];
        // Exact, because only numbers below 2^53 leave a remainder.
        EXPECT_EQ(second[e] - 5, nearest((x[e] - static_cast<double>(whole)) * finer)) << rounding.name << " " << x[e];
      }
    }
}

TEST(GridRounding, AddsNothingForWhatIsBeyondTheGrid) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nextafter(0x1p62, infinity), -0x1.1p62, infinity, -infinity, 1e300,
                           std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN()})
    for (const GridRounding& rounding : grid_roundings())
      for (std::size_t place = 0; place < 19; ++place) {
        std::vector<double> x(19, 2.25);
        x[place] = bad;
        std::vector<std::int64_t> sum(19), first(19), second(19);
        EXPECT_FALSE(rounding.add(x.data(), 19, 1.0, sum.data())) << rounding.name << " " << bad;
        EXPECT_FALSE(rounding.add_in_two(x.data(), 19, {1.0, 0x1p40}, first.data(), second.data()));
        for (std::size_t e = 0; e < 19; ++e) {
          EXPECT_EQ(sum[e], e == place ? 0 : 2);
          EXPECT_EQ(first[e], sum[e]);
          EXPECT_EQ(second[e], e == place ? 0 : std::int64_t{1} << 38);
        }
      }
}

}  // namespace
}  // namespace fockproxy
