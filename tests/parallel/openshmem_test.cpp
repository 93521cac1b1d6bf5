#include "parallel/openshmem.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "parallel/symmetric_heap.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

TEST(OpenShmem, IsThereOrSaysWhyNot) {
  EXPECT_EQ(built_with_openshmem(), without_openshmem().empty());
  if (built_with_openshmem()) return;
  EXPECT_FALSE(runtime().has_openshmem());
  EXPECT_THROW(OpenShmemSession(world(), MPI_THREAD_SINGLE), AgreedUsageError);
}

// A program that is started without --openshmem runs the same tests.
TEST(OpenShmem, SaysWhatWasStarted) {
  ASSERT_EQ(runtime().openshmem() != nullptr, runtime().has_openshmem());
  if (!runtime().has_openshmem()) GTEST_SKIP() << "started without OpenSHMEM";
  EXPECT_TRUE(runtime().openshmem()->version().starts_with("OpenSHMEM ")) << runtime().openshmem()->version();
  EXPECT_EQ(runtime().openshmem()->heap_bytes(), std::int64_t{test_heap_megabytes} << 20);
  EXPECT_NE(std::getenv(heap_variable_of_open_mpi), nullptr) << "Open MPI 4 reads no other";
}

TEST(OpenShmem, HasTheRanksAndTheThreadLevelOfMpi) {
  if (!runtime().has_openshmem()) GTEST_SKIP() << "started without OpenSHMEM";
  EXPECT_EQ(runtime().openshmem()->pe(), world().rank());
  EXPECT_EQ(runtime().openshmem()->pes(), world().size());
  EXPECT_GE(runtime().openshmem()->thread_level(), runtime().thread_level_requested());
}

}  // namespace
}  // namespace fockproxy::testing
