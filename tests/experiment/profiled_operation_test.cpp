// What a profile computes from its points: costs with which a model gives the same times.
#include <gtest/gtest.h>

#include "experiment/stack_profile.hpp"

namespace fockproxy {
namespace {

// A target with service time s and latency l: n operations of e calls each take e (n s + 2 l).
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

// n operations of e calls take e (n s + 2 l): beside many of them the latency does not count.
TEST(ProfiledOperation, TheRateIsThatOfManyOperations) {
  for (const int entries : {1, 2, 3}) {
    ProfiledOperation one = operation(entries, 0.25, 3);
    one.kind = ProfiledKind::get;
    one.bytes = 512;
    const double many = 1e9, seconds = entries * (many * 0.25 + 2 * 3);
    EXPECT_NEAR(one.most_per_second().value(), many / seconds, 1e-6);
    EXPECT_NEAR(one.bytes_per_second().value(), 512 * many / seconds, 1e-3);
    one.kind = ProfiledKind::draw;
    EXPECT_FALSE(one.bytes_per_second());
  }
  EXPECT_FALSE(operation(1, 0, 3).most_per_second());
}

TEST(ProfiledOperation, WhatIsIssuedAloneIsAllService) {
  ProfiledOperation one = operation(2, 0.25, 3);
  one.points.resize(1);
  EXPECT_DOUBLE_EQ(2 * one.service(), one.points[0].inside);
  EXPECT_EQ(one.latency(), 0);
  EXPECT_EQ(one.drain(), 0);
}

// Several origins tell more than one with many operations: a call may serve one of each, or few in all.
TEST(ProfiledOperation, SeveralOriginsTellWhatACallServes) {
  ProfiledOperation one = operation(2, 0.25, 3);  // with one origin, all
  EXPECT_EQ(one.drain(), 0);
  one.origins = {{3, 0.5}, {8, 0.5}};  // a call completes half an operation of two calls
  EXPECT_EQ(one.drain(), 1);
  one.origins.back().served_per_call = 3.9;
  EXPECT_EQ(one.drain(), 0);
  one.origins.back().served_per_call = 1.5;
  EXPECT_EQ(one.drain(), 3);
}

TEST(LockScope, IsTheNarrowestPlaceThatWaits) {
  const auto scope = [](double element, double window, double target) {
    return LockScopeSample{.large = 100, .alone = 1, .element = element, .window = window, .target = target}.scope();
  };
  EXPECT_EQ(scope(1, 2, 1), LockScope::none);
  EXPECT_EQ(scope(50, 2, 1), LockScope::element);
  EXPECT_EQ(scope(50, 60, 20), LockScope::window);
  EXPECT_EQ(scope(50, 60, 40), LockScope::target);
  EXPECT_EQ(scope(25, 25, 25), LockScope::none);
  // Origins that share a core wait for each other in any case.
  EXPECT_EQ((LockScopeSample{.large = 100, .alone = 40, .element = 80, .window = 80, .target = 80}.scope()),
            LockScope::unknown);
}

}  // namespace
}  // namespace fockproxy
