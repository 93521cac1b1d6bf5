#include "progress/rank_set.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"

namespace fockproxy {
namespace {

std::string first_five(const RankSet& set) {
  std::string members;
  for (int r = 0; r < 5; ++r) members += set.contains(r) ? '1' : '0';
  return members;
}

TEST(RankSet, IsReadAsWritten) {
  EXPECT_EQ(first_five(RankSet()), "11111");
  EXPECT_EQ(first_five(RankSet::parse("all")), "11111");
  EXPECT_EQ(first_five(RankSet::parse("root")), "10000");
  EXPECT_EQ(first_five(RankSet::parse("3")), "00010");
  EXPECT_EQ(first_five(RankSet::parse("0,2-3")), "10110");
  EXPECT_EQ(first_five(RankSet::parse("4,1-1")), "01001");
  EXPECT_EQ(RankSet::parse("0,2-3").largest(), 3);
  EXPECT_EQ(RankSet::parse("root").largest(), 0);
  EXPECT_EQ(RankSet::parse("all").largest(), -1);
  EXPECT_EQ(RankSet::parse("0,2-3").str(), "0,2-3");
}

TEST(RankSet, NonsenseIsRefused) {
  for (const char* text : {"", "some", "-1", "1-", "-", "3-2", "1,,2", "1,", "1 2", "0x1", "1-2-3", "99999999999"})
    EXPECT_THROW(RankSet::parse(text), UsageError) << "'" << text << "'";
}

}  // namespace
}  // namespace fockproxy
