#include "parallel/ghost_segments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "parallel/window.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

// With 1 to 3 ghosts on the node, which all ranks of these tests share.
class Ghosts : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_ghosts_per_node(GetParam()); }
  void TearDown() override { set_ghosts_per_node(1); }
  int number() const { return std::min(GetParam(), world().size()); }
};

TEST_P(Ghosts, AreTheLastRanks) {
  const std::vector<bool> ghosts = find_ghosts(world());
  ASSERT_EQ(ghosts.size(), static_cast<std::size_t>(world().size()));
  for (int rank = 0; rank < world().size(); ++rank) EXPECT_EQ(ghosts[rank], rank >= world().size() - number()) << rank;
}

TEST_P(Ghosts, ExposeEverySegmentOnceAndNothingElse) {
  const auto bytes = static_cast<std::size_t>(100 * world().rank());  // rank 0 has none
  const GhostSegments segments(world(), bytes);
  const auto exposed = world().all_gather(static_cast<std::int64_t>(segments.exposed().size()));
  const std::vector<bool> ghosts = find_ghosts(world());
  for (int rank = 0; rank < world().size(); ++rank) {
    if (!ghosts[rank]) {
      EXPECT_EQ(exposed[rank], 0) << rank;
    }
  }
  std::set<std::pair<int, MPI_Aint>> places;
  for (int rank = 0; rank < world().size(); ++rank) {
    const ExposedSegment& at = segments.by_rank()[rank];
    EXPECT_TRUE(ghosts[at.ghost]);
    EXPECT_LE(at.first + 100 * rank, exposed[at.ghost]);
    places.insert({at.ghost, at.first});
  }
  EXPECT_EQ(places.size(), static_cast<std::size_t>(world().size())) << "no two segments begin at one place";
}

TEST_P(Ghosts, ShareTheRanksEqually) {
  const GhostSegments segments(world(), 8);
  std::vector<int> served(world().size(), 0);
  for (const ExposedSegment& at : segments.by_rank()) ++served[at.ghost];
  std::vector<int> of_ghosts(served.end() - number(), served.end());
  const auto [least, most] = std::ranges::minmax(of_ghosts);
  EXPECT_LE(most - least, 1);
}

// Every rank adds to every segment through its ghost; the owner's loads see the sum.
TEST_P(Ghosts, AddForEverybody) {
  constexpr int doubles = 700, rounds = 20;
  const auto [made, refusal] = made_or_reason<Window>([] {
    return std::make_unique<Window>(world(), doubles * sizeof(double), WindowOptions{.kind = WindowKind::ghost});
  });
  if (!made) GTEST_SKIP() << refusal;  // Open MPI makes no windows of kind create for one rank
  Window& window = *made;
  const std::vector<double> values(doubles, world().rank() + 1.0);
  for (int round = 0; round < rounds; ++round)
    for (int owner = 0; owner < world().size(); ++owner) {
      const Window::Place at = window.at(owner);
      check_mpi(MPI_Accumulate(values.data(), doubles, MPI_DOUBLE, at.rank, at.byte, doubles, MPI_DOUBLE, MPI_SUM,
                               window.handle()),
                "MPI_Accumulate");
      check_mpi(MPI_Win_flush_local(at.rank, window.handle()), "MPI_Win_flush_local");
    }
  window.flush_all();
  window.sync();
  world().barrier();
  window.sync();
  const double sum = rounds * world().size() * (world().size() + 1) / 2.0;
  const auto* own = static_cast<const double*>(window.base());
  for (int i = 0; i < doubles; ++i) ASSERT_EQ(own[i], sum) << i;
  world().barrier();
}

INSTANTIATE_TEST_SUITE_P(PerNode, Ghosts, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace fockproxy::testing
