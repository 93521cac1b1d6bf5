// Properties of distributors without a central counter, or with one behind the nodes, beyond their contract.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "contracts/counter_contract.hpp"
#include "contracts/faulty_ticket_runs.hpp"
#include "counters/node_distributor.hpp"
#include "counters/steal_distributor.hpp"
#include "dealing.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

using contracts::check_dealing;
using contracts::check_distributor;

// Why stealing cannot be tested on this stack (run with OMPI_MCA_osc=^rdma); empty if it can.
std::string no_stealing(WindowKind window = WindowKind::allocate) {
  return made_or_reason<Distributor>([&] { return distributor_named("steal", {}, window); }).reason;
}

// The sum over all ranks.
std::int64_t statistic(const Distributor& distributor, std::string_view name) {
  for (const Statistic& s : distributor.statistics())
    if (s.name == name) return world().sum(s.value);
  ADD_FAILURE() << "no statistic " << name;
  return -1;
}

TEST(NodeDistributor, DealsEveryTaskOnceOverPretendNodesChunksAndCounters) {
  for (const int ranks_per_node : {0, 1, 2})
    for (const std::int64_t chunk : {1, 3, 1000})
      for (const char* counter : {"mpi3", "mpi2"}) {
        SCOPED_TRACE(fmt::format("{} ranks a node, {} at once from {}", ranks_per_node, chunk, counter));
        const auto node =
            distributor_named("node", {.node_counter = counter, .node_chunk = chunk, .ranks_per_node = ranks_per_node});
        EXPECT_TRUE(none(check_distributor(world(), *node, many_tasks())));
        const int nodes =
            ranks_per_node == 0 ? runtime().nodes() : (world().size() + ranks_per_node - 1) / ranks_per_node;
        EXPECT_EQ(statistic(*node, "node draws"), many_tasks());
        // Every node draws past the end once, unless its own refill had the last ticket.
        const std::int64_t refills = statistic(*node, "node refills"), needed = (many_tasks() + chunk - 1) / chunk;
        EXPECT_GE(refills, needed + nodes - 1);
        EXPECT_LE(refills, needed + nodes);
        EXPECT_EQ(world().sum(node->draws()), refills);
        EXPECT_EQ(world().sum(node->log().past_end), refills - needed);
      }
}

TEST(NodeDistributor, SplitsTheNodesThereAre) {
  const auto size = [](int ranks_per_node) {
    const auto node = distributor_named("node", {.ranks_per_node = ranks_per_node});
    return dynamic_cast<const NodeDistributor&>(*node).node_size();
  };
  EXPECT_EQ(size(1), 1);
  EXPECT_EQ(size(2), std::min(2, world().size() - world().rank() / 2 * 2));
  if (runtime().nodes() == 1) {
    EXPECT_EQ(size(0), world().size());
  }
}

TEST(NodeDistributor, ManyRanksDrawAtOnceFromMemory) {
  constexpr std::int64_t tasks = 20000;
  const auto node = distributor_named("node", {.node_chunk = 50});
  node->begin(tasks);
  std::int64_t sum = 0, last = -1;
  while (const auto range = node->next()) {
    EXPECT_GT(number(range->first), last) << "a rank's tickets rise";
    last = number(range->first);
    sum += last;
  }
  EXPECT_EQ(world().sum(sum), tasks * (tasks - 1) / 2);
  EXPECT_LE(world().sum(node->draws()), tasks / 50 + world().size());
}

TEST(StealDistributor, KeepsTheContractOverEveryWindow) {
  for (const WindowKind window : window_kinds) {
    SCOPED_TRACE(std::string(to_string(window)));
    if (const std::string reason = no_stealing(window); !reason.empty()) {
      if (world().is_root()) fmt::print("steal, window {}: {}\n", to_string(window), reason);
      const bool refused = window == WindowKind::create || window == WindowKind::ghost;  // both use MPI_Win_create
      EXPECT_TRUE(reason.find("MPI_Compare_and_swap") != std::string::npos || refused) << reason;
      continue;
    }
    EXPECT_TRUE(none(check_distributor(world(), *distributor_named("steal", {.chunk = 2}, window), many_tasks())));
  }
}

TEST(StealDistributor, TakesTheWorkOfASlowRank) {
  if (const std::string reason = no_stealing(); !reason.empty()) GTEST_SKIP() << reason;
  if (world().size() == 1) GTEST_SKIP() << "nobody to steal from";
  const std::int64_t tasks = 20 * world().size();
  const auto steal = distributor_named("steal", {});
  steal->begin(tasks);
  std::int64_t mine = 0;
  const auto first = steal->next();  // nothing for a late rank of whose run all was stolen
  // Rank 0 continues when the others have nothing left to do. Until then it is slow but inside MPI, because a
  // compare-and-swap may have to wait for a rank outside MPI.
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(waiting_is_slow() ? 1000 : 200);
  for (int found = 0; world().rank() == 0 && std::chrono::steady_clock::now() < until;) {
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world().handle(), &found, MPI_STATUS_IGNORE);
    std::this_thread::yield();
  }
  for (auto range = first; range; range = steal->next()) ++mine;
  EXPECT_EQ(world().sum(mine), tasks);
  if (world().rank() == 0) {
    EXPECT_LT(mine, 20);
  }
  const std::int64_t attempts = statistic(*steal, "steal attempts"), successes = statistic(*steal, "steal successes");
  EXPECT_GT(successes, 0);
  EXPECT_GE(attempts, successes + world().size() * (world().size() - 1));  // each ends with a pass over empty victims
  EXPECT_GE(statistic(*steal, "steal busy"), 0);
  // Own tickets, looks, steals and publications have 24 bytes each.
  EXPECT_EQ(steal->log().past_end, 0);
  std::int64_t bytes = 0;
  for (const DrawTally& tally : steal->log().by_target()) bytes += tally.bytes;
  EXPECT_EQ(bytes, 24 * steal->draws());
  EXPECT_EQ(std::ssize(steal->log().by_target()), world().size()) << "everyone has looked at the last rank";
}

TEST(StealDistributor, RefusesMoreTicketsThanItsWordsCount) {
  if (const std::string reason = no_stealing(); !reason.empty()) GTEST_SKIP() << reason;
  const auto steal = distributor_named("steal", {});
  constexpr std::int64_t tasks = std::int64_t{1} << 33;
  try {
    steal->begin(tasks);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("--chunk must be at least 3"), std::string::npos) << error.what();
  }
  distributor_named("steal", {.chunk = 3})->begin(tasks);
}

class StealControls : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = no_stealing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

template <class Runs>
bool is_caught() {
  StealDistributor steal(world(), std::make_unique<Runs>(world(), WindowKind::allocate), FixedSchedule(1), true, 1);
  return !check_distributor(world(), steal, 5 * world().size()).empty();
}

TEST_F(StealControls, SoundRunsPass) { EXPECT_FALSE(is_caught<TicketRuns>()); }

TEST_F(StealControls, AChangeThatIsNotAtomicIsCaught) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  EXPECT_TRUE(is_caught<contracts::NonAtomicTicketRuns>());
}

TEST_F(StealControls, ADroppedTicketIsCaught) { EXPECT_TRUE(is_caught<contracts::DroppingTicketRuns>()); }

TEST_F(StealControls, ARepeatedTicketIsCaught) { EXPECT_TRUE(is_caught<contracts::RepeatingTicketRuns>()); }

}  // namespace
}  // namespace fockproxy::testing
