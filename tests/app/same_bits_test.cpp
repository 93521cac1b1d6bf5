// `compare` notices a build whose F differs in bits from the first one of its grain.
#include "app/compare/same_bits.hpp"

#include <gtest/gtest.h>

namespace fockproxy {
namespace {

FockBuild with_hash(std::uint64_t hash, bool exact) {
  FockBuild build;
  build.hash = hash;
  if (exact) build.grid.emplace(1.0, 1, 1e-12);
  return build;
}

TEST(SameBits, AreThoseOfTheFirstBuild) {
  SameBits bits;
  EXPECT_EQ(bits.fault(with_hash(7, true)), "");
  EXPECT_EQ(bits.fault(with_hash(7, true)), "");
  EXPECT_NE(bits.fault(with_hash(8, true)).find("not those of the first build"), std::string::npos);
  EXPECT_NE(bits.fault(with_hash(7 ^ (std::uint64_t{1} << 63), true)), "");
  EXPECT_EQ(bits.fault(with_hash(7, true)), "") << "another build's fault is not this one's";
}

TEST(SameBits, AreNoneOfSumsOfDoubles) {
  SameBits bits;
  EXPECT_EQ(bits.fault(with_hash(1, false)), "");
  EXPECT_EQ(bits.fault(with_hash(2, false)), "");
  EXPECT_EQ(bits.fault(with_hash(3, true)), "");  // the first one that counts
  EXPECT_NE(bits.fault(with_hash(2, true)), "");
}

}  // namespace
}  // namespace fockproxy
