#include <gtest/gtest.h>

#include "parallel/runtime.hpp"
#include "parallel/window.hpp"

namespace fockproxy {
namespace {

TEST(FaultyWinAllocate, IsMpich400To402) {
  EXPECT_TRUE(has_faulty_win_allocate("MPICH Version: 4.0"));
  EXPECT_TRUE(has_faulty_win_allocate("MPICH Version: 4.0.0"));
  EXPECT_TRUE(has_faulty_win_allocate("MPICH Version: 4.0.2"));
  EXPECT_TRUE(has_faulty_win_allocate("MPICH Version: 4.0.2rc1"));
  EXPECT_FALSE(has_faulty_win_allocate("MPICH Version: 4.0.3"));
  EXPECT_FALSE(has_faulty_win_allocate("MPICH Version: 4.1.0"));
  EXPECT_FALSE(has_faulty_win_allocate("MPICH Version: 3.4.2"));
  EXPECT_FALSE(has_faulty_win_allocate("MPICH Version: 14.0.2"));
  EXPECT_FALSE(has_faulty_win_allocate("Open MPI v4.0.2, package: Open MPI"));
}

TEST(Names, RoundTrip) {
  for (const WindowKind kind : window_kinds) EXPECT_EQ(parse_window_kind(to_string(kind)), kind);
  EXPECT_FALSE(parse_window_kind("dynamic"));
  EXPECT_EQ(thread_level_name(MPI_THREAD_SINGLE), "single");
  EXPECT_EQ(thread_level_name(MPI_THREAD_MULTIPLE), "multiple");
}

}  // namespace
}  // namespace fockproxy
