#include "onesided/pattern.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace fockproxy::onesided {
namespace {

TEST(Pattern, TellsPlaceRankAndRoundApart) {
  std::set<std::int64_t> seen;
  int numbers = 0;
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}, most_words - 1})
    for (const int rank : {0, 1, 1023})
      for (const int round : {0, 1, 16383}) {
        seen.insert(number_of(place, rank, round));
        seen.insert(before(place, rank, round));
        numbers += 2;
      }
  EXPECT_EQ(std::ssize(seen), numbers);
  EXPECT_FALSE(seen.contains(untouched));
}

TEST(Pattern, SumsOfAFewAreExactInDoubles) {
  const std::int64_t largest = number_of(most_words - 1, 1023, 16383);
  for (const std::int64_t sum : {largest, 2 * largest, 3 * largest + 1, untouched})
    EXPECT_EQ(std::bit_cast<double>(to_word(Element::real, sum)), static_cast<double>(sum));
  EXPECT_EQ(static_cast<std::int64_t>(static_cast<double>(3 * largest + 1)), 3 * largest + 1);
}

TEST(Pattern, DescribesWhatItSees) {
  EXPECT_NE(
      describe(Element::real, to_word(Element::real, number_of(17, 3, 5))).find("sent by rank 3, round 5, place 17"),
      std::string::npos);
  EXPECT_NE(describe(Element::integer, to_word(Element::integer, before(17, 3, 5))).find("segment of rank 3"),
            std::string::npos);
  EXPECT_EQ(describe(Element::real, to_word(Element::real, untouched)), "what was there before");
  EXPECT_EQ(describe(Element::real, std::bit_cast<Word>(0.5)), "0.5");
  EXPECT_EQ(describe(Element::real, std::bit_cast<Word>(std::nan(""))), "nan");
}

}  // namespace
}  // namespace fockproxy::onesided
