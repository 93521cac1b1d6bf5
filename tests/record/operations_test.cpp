#include "record/operations.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

namespace fockproxy {
namespace {

// The CPU time of a library's thread may be too short to show in one build.
TEST(RankRecord, ALibrarysHelperIsSeenOverAllBuilds) {
  RankRecord sum, without, with;
  without.library_helper = with.library_helper = true;
  without.helper_inside_mpi = false;
  with.helper_cpu = 0.004;
  sum += without;
  EXPECT_FALSE(sum.helper_inside_mpi);
  sum += with;
  sum += without;
  EXPECT_TRUE(sum.helper_inside_mpi);
}

TEST(RankRecord, AddsUp) {
  RankRecord a, b;
  a[OperationKind::get].operations = {1, 2, 3};
  a[OperationKind::get].seconds = {0.1, 0.2, 0.3};
  a.compute = 2;
  a.fence = 0.5;
  b[OperationKind::get].operations = {10, 0, 0};
  b[OperationKind::get].bytes = {80, 0, 0};
  b[OperationKind::counter].seconds = {0, 0.4, 0};
  b.wait = 7;
  b.helper_inside_mpi = false;
  a += b;
  EXPECT_EQ(a[OperationKind::get].total_operations(), 16);
  EXPECT_EQ(a[OperationKind::get].total_bytes(), 80);
  EXPECT_NEAR(a.communication_seconds(), 1.0, 1e-12);
  EXPECT_NEAR(a.busy_seconds(), 3.5, 1e-12);  // the wait at the end is not busy time
  EXPECT_FALSE(a.helper_inside_mpi);
}

TEST(NamedCounts, AddUpByNameAndTravelAsBytes) {
  NamedCounts a, b;
  a.add("steal attempts", 3);
  b.add("steal attempts", 4);
  b.add("steal successes", 1);
  a += b;
  NamedCounts copy;
  static_assert(std::is_trivially_copyable_v<RankRecord>);
  std::memcpy(&copy, &a, sizeof a);
  ASSERT_EQ(copy.size(), 2);
  EXPECT_EQ(copy.name(0), "steal attempts");
  EXPECT_EQ(copy.value(0), 7);
  EXPECT_EQ(copy.name(1), "steal successes");
  EXPECT_EQ(copy.value(1), 1);
  EXPECT_THROW(a.add("a name that is longer than any name of a count", 1), std::length_error);
}

TEST(Clocks, MoveForwardAndCpuTimeStandsStillWhileSleeping) {
  const double wall = now(), cpu = thread_cpu_seconds();
  timespec nap{0, 20'000'000};
  nanosleep(&nap, nullptr);
  EXPECT_GE(now() - wall, 0.02);
  EXPECT_LT(thread_cpu_seconds() - cpu, 0.01);
}

}  // namespace
}  // namespace fockproxy
