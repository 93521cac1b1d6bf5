// What is made of the points of a profile: the costs that a model needs to give the same times again.
#include <gtest/gtest.h>

#include "experiment/stack_profile.hpp"

namespace fockproxy {
namespace {

// A target that serves in s, with a way of l: n operations of e calls each take e (n s + 2 l).
ProfiledOperation operation(int entries, double s, double l) {
  ProfiledOperation one;
  for (const int n : {1, 4, 16, 64}) one.points.push_back({n, entries * (n * s + 2 * l), 1, 1.0 * entries});
  return one;
}

TEST(ProfiledOperation, CostsAreThoseOfEachCallOfTheTarget) {
  for (const int entries : {1, 2, 3}) {
    const ProfiledOperation one = operation(entries, 0.25, 3);
    EXPECT_EQ(one.entries(), entries);
    EXPECT_NEAR(one.service(), 0.25, 1e-12);
    EXPECT_NEAR(one.latency(), 3, 1e-12);
  }
}

TEST(ProfiledOperation, WhatIsIssuedAloneIsAllService) {
  ProfiledOperation one = operation(2, 0.25, 3);
  one.points.resize(1);
  EXPECT_DOUBLE_EQ(2 * one.service(), one.points[0].inside);
  EXPECT_EQ(one.latency(), 0);
  EXPECT_EQ(one.drain(), 0);
}

}  // namespace
}  // namespace fockproxy
