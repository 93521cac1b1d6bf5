#include "onesided/pattern.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
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

std::array<std::int32_t, 2> halves_of(Word word) { return std::bit_cast<std::array<std::int32_t, 2>>(word); }

TEST(Pattern, ElementsKeepTheOrderOfTheirNumbers) {
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}, most_words - 1})
    for (const int rank : {0, 1, 1023})
      for (const int round : {0, 1, 16383}) {
        const std::int64_t sent = number_of(place, rank, round), there = before(place, rank, round);
        EXPECT_LT(lowered(sent), untouched);
        EXPECT_EQ(std::bit_cast<double>(to_word(Element::real, lowered(sent))), static_cast<double>(lowered(sent)));
        for (const Element element : {Element::pair, Element::half}) {
          EXPECT_GE(halves_of(to_word(element, sent))[0], 0);
          EXPECT_LT(halves_of(to_word(element, there))[0], 0);
          EXPECT_LT(halves_of(to_word(element, lowered(sent)))[0], halves_of(to_word(element, there))[0]);
        }
        EXPECT_LT(halves_of(to_word(Element::pair, lowered(sent)))[1], halves_of(to_word(Element::pair, there))[1]);
      }
}

TEST(Pattern, WordsOfInt32TellPlaceRankAndRoundApart) {
  for (const Element element : {Element::pair, Element::half}) {
    std::set<Word> seen;
    int numbers = 0;
    for (std::size_t place = 0; place < 64; ++place)
      for (const int rank : {0, 1, 1023})
        for (const int round : {0, 1, 16383})
          for (const std::int64_t number : {number_of(place, rank, round), before(place, rank, round)})
            seen.insert(to_word(element, number)), ++numbers;
    EXPECT_EQ(std::ssize(seen), numbers);
  }
}

TEST(Pattern, CombinesElements) {
  const std::int64_t there = before(7, 1, 2), sent = number_of(9, 0, 2);
  for (const Element element : {Element::real, Element::integer, Element::pair, Element::half}) {
    const Word a = to_word(element, there), b = to_word(element, sent), low = to_word(element, lowered(sent));
    EXPECT_EQ(combined(element, Combination::replace, a, b), b);
    EXPECT_EQ(combined(element, Combination::no_op, a, b), a);
    EXPECT_EQ(combined(element, Combination::max, a, b), b);
    EXPECT_EQ(combined(element, Combination::min, a, b), a);
    EXPECT_EQ(combined(element, Combination::min, a, low), low);
  }
  EXPECT_EQ(combined(Element::real, Combination::sum, to_word(Element::real, there), to_word(Element::real, sent)),
            to_word(Element::real, there + sent));
  const auto sum_of = [](Element element, std::int32_t first, std::int32_t second) {
    const auto word = [](std::int32_t a, std::int32_t b) { return std::bit_cast<Word>(std::array{a, b}); };
    return halves_of(combined(element, Combination::sum, word(first, second), word(-5, 9)));
  };
  EXPECT_EQ(sum_of(Element::pair, 3, 4), (std::array<std::int32_t, 2>{-2, 13}));
  EXPECT_EQ(sum_of(Element::half, 3, 4), (std::array<std::int32_t, 2>{-2, 4}));
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
