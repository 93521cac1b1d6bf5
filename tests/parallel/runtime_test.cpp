#include "parallel/runtime.hpp"

#include <gtest/gtest.h>

#include <set>

#include "parallel/global_arrays.hpp"
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
  EXPECT_LE(runtime().thread_level_requested(), level);
}

TEST(Runtime, NamesTheLibraryOnOneLine) {
  EXPECT_FALSE(runtime().mpi_library().empty());
  EXPECT_EQ(runtime().mpi_library().find_first_of("\n\t"), std::string::npos);
}

TEST(Runtime, KnowsWhatGlobalArraysStandOn) {
  if (!runtime().has_global_arrays()) GTEST_SKIP() << "built without Global Arrays";
  const GlobalArraysRuntime& below = runtime().global_arrays()->runtime();
  EXPECT_NE(below.name, "unknown") << how_the_runtime_was_found();
  EXPECT_EQ(runtime().ranks_kept() > 0, below.keeps_ranks);
  EXPECT_EQ(must_serve_others(), below.serves_only_inside);
  EXPECT_GE(runtime().thread_level_provided(), below.thread_level);
  int all = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  EXPECT_EQ(world().size() + runtime().ranks_kept(), all);
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
