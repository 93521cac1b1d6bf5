#include "parallel/yielding_waits.hpp"

#include <gtest/gtest.h>

#include <string>

#include "parallel/mpi_introspection.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

// Open MPI may load UCX too, but its program has no function that UCX could be called through.
TEST(YieldingWaits, AreThoseOfMpichOverUcx) {
  world().barrier();
  EXPECT_EQ(waits_can_yield(), mpi_library_text().find("ch4:ucx") != std::string::npos) << mpi_library_text();
}

TEST(YieldingWaits, ChangeNoResult) {
  const YieldingWaits yielding;
  const int ranks = world().size();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(world().sum(world().rank() + i), ranks * (ranks - 1) / 2 + i * ranks);
}

}  // namespace
}  // namespace fockproxy::testing
