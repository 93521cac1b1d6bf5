#include "parallel/thread_team.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/mpi_test.hpp"
#include "support/own_cores.hpp"

namespace fockproxy {
namespace {

std::set<int> cores_of_this_thread() {
  const std::vector<int> cores = own_cores();
  EXPECT_FALSE(cores.empty());
  return {cores.begin(), cores.end()};
}

TEST(ThreadTeam, RunsEveryThreadOnceOnACoreOfTheRankAndPutsTheRankBack) {
  const std::set<int> before = cores_of_this_thread();
  for (const int threads : {1, 2, 5}) {
    const ThreadTeam team(testing::runtime(), threads);
    const auto calls = Choice<ThreadCallsEntry>("funneled")->make();
    for (int round = 0; round < 3; ++round) {
      std::vector<int> times(static_cast<std::size_t>(threads));
      std::vector<std::set<int>> cores(static_cast<std::size_t>(threads));
      team.run(*calls, [&](int thread) {
        ++times[static_cast<std::size_t>(thread)];
        cores[static_cast<std::size_t>(thread)] = cores_of_this_thread();
      });
      EXPECT_EQ(times, std::vector<int>(static_cast<std::size_t>(threads), 1));
      EXPECT_EQ(cores_of_this_thread(), before);
      if (threads == 1) {
        EXPECT_EQ(cores[0], before);
        continue;
      }
      std::set<int> together;
      for (const std::set<int>& of_thread : cores) {
        EXPECT_EQ(of_thread.size(), 1u);
        EXPECT_TRUE(before.contains(*of_thread.begin()));
        together.insert(of_thread.begin(), of_thread.end());
      }
      EXPECT_EQ(together.size(), std::min<std::size_t>(before.size(), static_cast<std::size_t>(threads)));
    }
  }
}

}  // namespace
}  // namespace fockproxy
