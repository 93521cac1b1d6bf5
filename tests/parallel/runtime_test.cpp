#include "parallel/runtime.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

TEST(Runtime, KnowsItsRanksAndNodes) {
  EXPECT_EQ(world().size(), static_cast<int>(runtime().hosts().size()));
  EXPECT_FALSE(runtime().hosts()[world().rank()].empty());
  EXPECT_EQ(runtime().node_of(0), 0);
  std::set<int> nodes;
  for (int r = 0; r < world().size(); ++r) nodes.insert(runtime().node_of(r));
  EXPECT_EQ(static_cast<int>(nodes.size()), runtime().nodes());
  EXPECT_EQ(*nodes.rbegin(), runtime().nodes() - 1);
}

TEST(Runtime, KnowsTheThreadLevelThatMpiGave) {
  int level = -1;
  MPI_Query_thread(&level);
  EXPECT_EQ(runtime().thread_level_provided(), level);
  EXPECT_EQ(runtime().thread_level_requested(), MPI_THREAD_SINGLE);  // this program asks for nothing
}

TEST(Runtime, NamesTheLibraryOnOneLine) {
  EXPECT_FALSE(runtime().mpi_library().empty());
  EXPECT_EQ(runtime().mpi_library().find_first_of("\n\t"), std::string::npos);
}

TEST(Runtime, GlobalArraysAreTestedBeforeTheyAreBelieved) {
  EXPECT_EQ(runtime().has_global_arrays(), !runtime().global_arrays_version().empty());
  EXPECT_EQ(runtime().has_global_arrays(), runtime().self_tests().size() == 1);
}

TEST(Runtime, SaysWhatItCured) {
  const bool faulty = has_faulty_win_allocate(runtime().mpi_library());
  EXPECT_EQ(faulty, !runtime().cures().empty());
}

}  // namespace
}  // namespace fockproxy::testing
