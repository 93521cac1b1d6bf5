// Ranks, nodes, workers and ghosts: different numbers of the same ranks.
#include "predict/nodes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fockproxy::predict {
namespace {

TEST(Nodes, WorkersAreTheRanksThatAreNoGhosts) {
  for (const int ranks : {1, 2, 5, 8, 9, 10, 16, 17})
    for (const int per_node : {1, 4, 8, 20})
      for (int ghosts = 0; ghosts < per_node && ghosts < 4; ++ghosts) {
        const Nodes nodes{ranks, per_node, ghosts};
        int workers = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          if (nodes.is_ghost(rank)) continue;
          EXPECT_EQ(nodes.worker(rank), workers);
          EXPECT_EQ(nodes.rank_of(workers), rank);
          ++workers;
        }
        EXPECT_EQ(nodes.workers(), workers) << ranks << " " << per_node << " " << ghosts;
      }
}

TEST(Nodes, GhostsServeEqualSharesOfTheirOwnNode) {
  const Nodes nodes{20, 8, 2};
  std::vector<int> served(20, 0);
  for (int rank = 0; rank < 20; ++rank) {
    const int server = nodes.server(rank);
    EXPECT_TRUE(nodes.is_ghost(server));
    EXPECT_EQ(nodes.node(server), nodes.node(rank));
    ++served[static_cast<std::size_t>(server)];
  }
  for (const int ghost : {6, 7, 14, 15}) EXPECT_EQ(served[static_cast<std::size_t>(ghost)], 4);
  for (const int ghost : {18, 19}) EXPECT_EQ(served[static_cast<std::size_t>(ghost)], 2);
  EXPECT_EQ((Nodes{20, 8, 0}.server(13)), 13);
}

}  // namespace
}  // namespace fockproxy::predict
