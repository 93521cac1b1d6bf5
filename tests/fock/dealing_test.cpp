// However the tasks are dealt, the Fock build gives the reference builder's G and reports who did what.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::world;

class Dealing : public ::testing::Test {
 protected:
  // Only the first of `values` if there may be more ranks than cores, so that every wait costs time slices.
  template <class T>
  static std::vector<T> some(std::vector<T> values) {
    if (testing::waiting_is_slow() || world().size() > 2) values.resize(1);
    return values;
  }

  FockBuild build(FockConfig config) {
    testing::watchdog().beat();
    config.integrals.threshold = 0;
    Watchdog watchdog(0, 0);
    FockBuilder builder({testing::runtime(), watchdog}, system.fock_system("atom"), config);
    builder.build(testing::dealt_out(system.density));  // the second build shows that everything can be reused
    return testing::verified(builder.build(testing::dealt_out(system.density)));
  }

  void expect_reference(const FockBuild& build) { EXPECT_LE(testing::largest_difference(build.g, reference), 1e-11); }

  testing::FixedSystem system{"water", "3-21g", 1};
  SpinMatrices reference = system.reference();
};

// Counters and distributors that need only MPI, and that this MPI supports.
std::vector<std::string> dealers() {
  std::vector<std::string> names{"mpi3"};
  for (const DistributorEntry& entry : distributor_table()) try {
      make_distributor(entry.name, {testing::runtime()});
      names.emplace_back(entry.name);
    } catch (const UsageError& refusal) {
      if (world().is_root()) fmt::print("{}: UNSUPPORTED: {}\n", entry.name, refusal.what());
    }
  return names;
}

TEST_F(Dealing, EveryScheduleGivesTheReference) {
  for (const ScheduleEntry& schedule : schedule_table())
    for (const std::int64_t chunk : some<std::int64_t>({1, 3})) {
      SCOPED_TRACE(fmt::format("{} {}", schedule.name, chunk));
      expect_reference(build({.dealing = {.schedule = schedule, .chunk = chunk}}));
    }
}

TEST_F(Dealing, EveryDistributorGivesTheReference) {
  for (const std::string& name : dealers())
    for (const char* cache : some<const char*>({"ijk", "replicated"})) {
      SCOPED_TRACE(fmt::format("{} {}", name, cache));
      expect_reference(build({.counter = name, .blocks = {.cache = cache}}));
    }
  expect_reference(
      build({.counter = "node", .dealing = {.node_counter = "mpi2", .node_chunk = 2, .ranks_per_node = 1}}));
  for (const Assignment assignment : {Assignment::block, Assignment::interleaved})
    expect_reference(build({.counter = "static", .dealing = {.assignment = assignment}}));
}

// Case 2 of van Dam et al.: rank 0 holds its part of D, F and the counter, and does nothing else.
TEST_F(Dealing, IdleRanksDoNoTasksAndWait) {
  for (const std::string& name : dealers())
    for (int idle = 1; idle < std::min(world().size(), 3); ++idle) {
      SCOPED_TRACE(fmt::format("{} with {} idle", name, idle));
      const FockBuild result = build({.counter = name, .dealing = {.idle_ranks = idle}});
      expect_reference(result);
      for (std::size_t rank = 0; rank < result.ranks.size(); ++rank) {
        const RankRecord& record = result.ranks[rank];
        EXPECT_EQ(record.idle, static_cast<int>(rank) < idle);
        if (!record.idle) continue;
        EXPECT_EQ(record.tasks, 0);
        EXPECT_EQ(record.compute, 0);
        EXPECT_EQ(record.communication_seconds(), 0);
        EXPECT_EQ(record.other, 0);
        EXPECT_GT(record.wait, 0);
      }
    }
  EXPECT_THROW(build({.dealing = {.idle_ranks = world().size()}}), UsageError);
}

TEST_F(Dealing, EveryOrderOfTasksGivesTheReference) {
  for (const OrderEntry& order : order_table())
    for (const char* counter : some<const char*>({"static", "mpi3"})) {
      SCOPED_TRACE(fmt::format("{} {}", order.name, counter));
      expect_reference(build({.counter = counter, .order = {.order = order}}));
    }
}

// The tasks of one rank in their natural order share held blocks; shuffled ones hardly do.
TEST_F(Dealing, AShuffledOrderMovesMoreHeldBlocks) {
  const auto held = [&](const char* order) {
    const FockBuild result =
        build({.counter = "static", .dealing = {.assignment = Assignment::block}, .order = {.order = order}});
    std::int64_t runs = 0;
    for (const RankRecord& record : result.ranks) runs += record.held_runs;
    return runs;
  };
  const std::int64_t natural = held("natural"), random = held("random");
  if (world().is_root()) {
    EXPECT_GT(random, natural);
  }
}

TEST_F(Dealing, DrawingAheadGivesTheReference) {
  for (const char* counter : some<const char*>({"mpi3", "mpi3-getacc"}))
    for (const char* schedule : some<const char*>({"fixed", "static-first"})) {
      SCOPED_TRACE(fmt::format("{} {}", counter, schedule));
      const FockBuild result = build({.counter = counter, .dealing = {.schedule = schedule, .prefetch = true}});
      expect_reference(result);
      RankRecord sum;
      for (const RankRecord& record : result.ranks) sum += record;
      if (!world().is_root()) continue;
      ASSERT_EQ(sum.statistics.size(), 2);
      EXPECT_GE(sum.statistics.value(0), result.tasks - world().size());
      EXPECT_LE(sum.statistics.value(1), sum.statistics.value(0));
    }
  EXPECT_THROW(build({.counter = "mpi2", .dealing = {.prefetch = true}}), UsageError);
}

TEST_F(Dealing, StatisticsOfTheDistributorReachTheRecord) {
  const FockBuild result = build({.counter = "node", .dealing = {.node_chunk = 2}});
  RankRecord sum;
  for (const RankRecord& record : result.ranks) sum += record;
  if (!world().is_root()) return;
  ASSERT_EQ(sum.statistics.size(), 3);
  EXPECT_EQ(sum.statistics.name(0), "node draws");
  EXPECT_EQ(sum.statistics.value(0), result.tasks);
  EXPECT_EQ(sum.statistics.name(1), "node refills");
  EXPECT_EQ(sum.statistics.value(1), sum[OperationKind::counter].total_operations());
}

}  // namespace
}  // namespace fockproxy
