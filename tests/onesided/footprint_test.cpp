#include "onesided/footprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "support/random.hpp"

namespace fockproxy::onesided {
namespace {

bool share_a_word(const std::vector<Segment>& segments) {
  std::set<std::size_t> words;
  for (const Segment& segment : segments)
    for (std::size_t i = 0; i < segment.words; ++i)
      if (!words.insert(segment.first + i).second) return true;
  return false;
}

TEST(Footprint, FindsExactlyTheSegmentsThatOverlap) {
  int overlapping = 0;
  constexpr int draws = 500;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    std::vector<Segment> segments;
    for (std::uint64_t i = 0; i < 2 + draw % 5; ++i) {
      const std::uint64_t bits = hash_append(draw, i);
      segments.push_back({bits % 64, 1 + (bits >> 8) % 8});
    }
    const bool shared = share_a_word(segments);
    overlapping += shared;
    EXPECT_EQ(Footprint(segments, AtOrigin::alike).overlaps(), shared) << "draw " << draw;
  }
  EXPECT_GT(overlapping, draws / 10);
  EXPECT_LT(overlapping, draws * 9 / 10);
}

TEST(Footprint, CountsWordsAndExtent) {
  const Footprint patch = Footprint::strided(353, 353, 355, AtOrigin::dense);
  EXPECT_EQ(patch.words(), 353u * 353);
  EXPECT_EQ(patch.extent(), 352u * 355 + 353);
  EXPECT_EQ(patch.buffer_words(), patch.words());
  EXPECT_EQ(patch.stride(), 355u);
  EXPECT_FALSE(patch.overlaps());
  EXPECT_EQ(Footprint::strided(4, 3, 8, AtOrigin::alike).buffer_words(), 20u);
}

TEST(Footprint, KnowsAStrideOnlyWhereAStridedCallCouldTakeIt) {
  EXPECT_FALSE(Footprint::contiguous(9).stride());
  EXPECT_FALSE(Footprint({{0, 4}, {8, 3}}, AtOrigin::alike).stride());  // of different lengths
  EXPECT_FALSE(Footprint({{0, 4}, {8, 4}, {20, 4}}, AtOrigin::alike).stride());
  EXPECT_FALSE(Footprint({{8, 4}, {0, 4}}, AtOrigin::alike).stride());   // backwards
  EXPECT_FALSE(Footprint({{0, 4}, {2, 4}}, AtOrigin::alike).stride());   // overlapping
  EXPECT_EQ(Footprint({{0, 4}, {4, 4}}, AtOrigin::alike).stride(), 4u);  // touching is not overlapping
  EXPECT_FALSE(Footprint::scattered(4, 16, 1).stride());
  EXPECT_FALSE(Footprint::scattered(4, 16, 1).overlaps());
}

TEST(Footprint, TellsWhereEachSegmentLiesAtTheOrigin) {
  const std::vector<Segment> segments{{0, 2}, {10, 3}};
  std::vector<std::size_t> dense, alike;
  Footprint(segments, AtOrigin::dense).for_each([&](const Segment&, std::size_t place) { dense.push_back(place); });
  Footprint(segments, AtOrigin::alike).for_each([&](const Segment&, std::size_t place) { alike.push_back(place); });
  EXPECT_EQ(dense, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(alike, (std::vector<std::size_t>{0, 10}));
}

TEST(Footprint, RefusesNothingAtAll) {
  EXPECT_THROW(Footprint({}, AtOrigin::dense), std::invalid_argument);
  EXPECT_THROW(Footprint({{0, 0}}, AtOrigin::dense), std::invalid_argument);
}

}  // namespace
}  // namespace fockproxy::onesided
