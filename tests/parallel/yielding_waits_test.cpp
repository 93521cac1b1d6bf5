#include "parallel/yielding_waits.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <string_view>

#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

// Open MPI may load UCX too, but its program has no function that UCX could be called through.
TEST(YieldingWaits, AreThoseOfMpichOverUcx) {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  world().barrier();
  EXPECT_EQ(waits_can_yield(), std::string_view(text.data()).find("ch4:ucx") != std::string_view::npos) << text.data();
}

TEST(YieldingWaits, ChangeNoResult) {
  const YieldingWaits yielding;
  const int ranks = world().size();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(world().sum(world().rank() + i), ranks * (ranks - 1) / 2 + i * ranks);
}

}  // namespace
}  // namespace fockproxy::testing
