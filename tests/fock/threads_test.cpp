// Several threads per rank give the same as one: the reference G, the same tasks, the same communications.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "contracts/faulty_digestor.hpp"
#include "fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "matrices/replicated_matrix.hpp"
#include "matrices/whole_panels.hpp"
#include "packed.hpp"
#include "support/mpi_test.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::world;

FinishedBuild build(const testing::FixedSystem& system, const FockConfig& config) {
  Watchdog watchdog(0, 0);
  FockBuilder builder({testing::runtime(), watchdog}, system.fock_system("atom"), config);
  builder.build(testing::dealt_out(system.density));  // the second build starts with what the first left
  return builder.build(testing::dealt_out(system.density));
}

// If the MPI library spins, ranks with several threads wait for a core at every call.
const char* molecule() { return world().size() == 1 ? "ethane" : "water"; }

FockConfig threaded(int threads, std::string_view calls, std::string_view cache) {
  FockConfig config{.integrals = {.threshold = 0}, .blocks = {.cache = cache}};
  config.threads = {threads, calls};
  return config;
}

std::int64_t operations(const FockBuild& build, OperationKind kind) {
  std::int64_t sum = 0;
  for (const RankRecord& record : build.ranks) sum += record[kind].total_operations();
  return sum;
}

class ThreadsContract : public ::testing::TestWithParam<std::string_view> {};

TEST_P(ThreadsContract, EveryCacheAndNumberOfThreadsGivesTheReference) {
  const testing::FixedSystem system(molecule(), "sto-3g", 2);
  const SpinMatrices reference = system.reference();
  for (const CacheEntry& cache : cache_table()) {
    const FockBuild one = testing::verified(build(system, threaded(1, GetParam(), cache.name)));
    for (const int threads : {2, 3}) {
      SCOPED_TRACE(fmt::format("{}, {} threads", cache.name, threads));
      testing::watchdog().beat();
      const FockBuild several = testing::verified(build(system, threaded(threads, GetParam(), cache.name)));
      EXPECT_LE(testing::largest_difference(several.g, reference), 1e-11);
      EXPECT_EQ(several.quartets, one.quartets);
      if (!world().is_root()) continue;
      EXPECT_EQ(std::ssize(several.ranks), world().size() * threads);
      // The last draw of a rank, or of each of its threads that draws for itself, is past the end.
      const int drawing = GetParam() == "multiple" ? threads : 1;
      EXPECT_EQ(operations(several, OperationKind::counter), one.tasks + world().size() * drawing);
      for (const OperationKind kind : {OperationKind::get, OperationKind::accumulate})
        if (cache.name != std::string_view("merged")) {
          EXPECT_EQ(operations(several, kind), operations(one, kind));
        }
      std::int64_t tasks = 0;
      for (std::size_t w = 0; w < several.ranks.size(); ++w) {
        EXPECT_EQ(several.ranks[w].rank, static_cast<int>(w) / threads);
        EXPECT_EQ(several.ranks[w].thread, static_cast<int>(w) % threads);
        tasks += several.ranks[w].tasks;
      }
      EXPECT_EQ(tasks, one.tasks);
    }
  }
}

// Also where the threads share the draws of a rank.
TEST_P(ThreadsContract, SeveralTasksInFlightGiveTheReferenceWithTheSameCommunications) {
  const testing::FixedSystem system(molecule(), "sto-3g", 2);
  const SpinMatrices reference = system.reference();
  constexpr std::int64_t chunk = 10;
  for (const CacheEntry& cache : cache_table()) {
    FockConfig config = threaded(1, GetParam(), cache.name);
    config.dealing.chunk = chunk;
    const FockBuild one = testing::verified(build(system, config));
    const std::int64_t tickets = (one.tasks + chunk - 1) / chunk;
    for (const int threads : {2, 3})
      for (const int in_flight : {2, 8}) {
        SCOPED_TRACE(fmt::format("{}, {} threads, {} in flight", cache.name, threads, in_flight));
        testing::watchdog().beat();
        config.threads.count = threads;
        config.blocks.in_flight = in_flight;
        const FockBuild several = testing::verified(build(system, config));
        EXPECT_LE(testing::largest_difference(several.g, reference), 1e-11);
        EXPECT_EQ(several.quartets, one.quartets);
        if (!world().is_root()) continue;
        const int drawing = GetParam() == "multiple" ? threads : 1;
        EXPECT_EQ(operations(several, OperationKind::counter), tickets + world().size() * drawing);
        for (const OperationKind kind : {OperationKind::get, OperationKind::accumulate})
          if (cache.name != std::string_view("merged")) {
            EXPECT_EQ(operations(several, kind), operations(one, kind));
          }
      }
  }
}

// What threads also share: buffers and datatypes of the matrix, tables of the integrals, and the draws of a rank.
TEST_P(ThreadsContract, EveryOtherPathGivesTheReferenceToo) {
  const testing::FixedSystem system(molecule(), "sto-3g", 1);
  const SpinMatrices reference = system.reference();
  const auto expect = [&](const char* what, const FockConfig& config) {
    SCOPED_TRACE(what);
    testing::watchdog().beat();
    EXPECT_LE(testing::largest_difference(testing::verified(build(system, config)).g, reference), 1e-11);
  };
  const FockConfig plain = threaded(2, GetParam(), "ijk");
  FockConfig config = plain;
  config.integrals.source = "libint";
  expect("libint", config);
  for (const BlockStorage storage : {BlockStorage::strided, BlockStorage::rows}) {
    config = plain;
    config.blocks.matrices.storage = storage;
    expect("storage", config);
  }
  for (const Issue issue : {Issue::batch, Issue::request}) {
    config = plain;
    config.blocks.matrices.issue = issue;
    expect("issue", config);
  }
  config = plain;
  config.progress.strategy = "poll";
  config.dealing.chunk = 5;
  expect("poll, chunks", config);
  config = plain;
  config.counter = "node";
  expect("node", config);
  config = plain;
  config.integrals.task_sleep = 1e-4;
  expect("sleeping", config);
}

// Held blocks are fetched and sent once for all threads that hold them, at most once per run of tasks.
TEST_P(ThreadsContract, HeldBlocksAreShared) {
  const testing::FixedSystem system(molecule(), "sto-3g", 1);
  const FockBuild several = testing::verified(build(system, threaded(3, GetParam(), "ijk")));
  if (!world().is_root()) return;
  std::int64_t runs = 0;
  for (const RankRecord& record : several.ranks) runs += record.held_runs;
  EXPECT_EQ(operations(several, OperationKind::held_get), operations(several, OperationKind::held_accumulate));
  EXPECT_LE(operations(several, OperationKind::held_get), runs);
}

// A fault in the results of one thread is found as with one thread.
TEST_P(ThreadsContract, AFaultyThreadIsFound) {
  const testing::FixedSystem system(molecule(), "sto-3g", 1);
  const FockSystem fock_system = system.fock_system("atom");
  for (const int in_flight : {1, 2, 8}) {
    SCOPED_TRACE(fmt::format("{} in flight", in_flight));
    FockConfig config = threaded(2, GetParam(), "ijk");
    config.blocks.in_flight = in_flight;
    config.dealing.chunk = in_flight;
    BuildBackends transport = make_backends(testing::runtime(), fock_system.layout(), config);
    transport.digestor = [&](std::unique_ptr<Digestor> digestor) {
      return std::make_unique<contracts::FaultyDigestor>(std::move(digestor),
                                                         contracts::Sabotage{contracts::DigestFault::lose, 1, 7},
                                                         system.basis, fock_system.partition, system.density);
    };
    Watchdog watchdog(0, 0);
    FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(transport));
    EXPECT_FALSE(builder.build(testing::dealt_out(system.density)).verified());
  }
}

INSTANTIATE_TEST_SUITE_P(Disciplines, ThreadsContract, ::testing::Values("funneled", "serialized", "multiple"),
                         [](const auto& info) { return std::string(info.param); });

TEST(HeldBlocks, AreFetchedOnceAndSentOnceAsTheSum) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const BlockLayout layout = system.fock_system("atom").layout();
  const MatrixContext context{testing::runtime(), {}};
  const FockMatrices matrices{make_replicated_matrix(context, layout), make_replicated_matrix(context, layout)};
  const Matrix packed = testing::pack_spins(layout, system.density);
  const BlockChecksums checksums(layout, 1);
  set_whole(world(), *matrices.density, packed);
  matrices.fock->zero();
  std::array<RankRecord, 2> records;
  const DensityChecksums expected(world(), checksums, matrices.density->ownership(),
                                  world().is_root() ? packed : Matrix());
  BlockTransfers first(testing::runtime(), matrices, expected, {}, records[0]);
  BlockTransfers second(testing::runtime(), matrices, expected, {}, records[1]);
  const auto operations_of = [&](OperationKind kind) {
    return std::array{records[0][kind].total_operations(), records[1][kind].total_operations()};
  };
  using Both = std::array<std::int64_t, 2>;

  const auto calls = Choice<ThreadCallsEntry>("serialized")->make();
  HeldBlocks held(layout, *calls);
  const double* const density = held.hold(1, 0, first);
  EXPECT_EQ(held.hold(1, 0, second), density);
  EXPECT_EQ(density[0], packed(layout.first_row(1), layout.first_column(0)));
  EXPECT_EQ(operations_of(OperationKind::held_get), (Both{1, 0}));

  BlockBuffers sums(layout);
  std::fill_n(sums.fock.data(), sums.fock.size(), 1.0);
  held.let_go(1, 0, sums, first);
  EXPECT_EQ(operations_of(OperationKind::held_accumulate), (Both{0, 0}));
  std::fill_n(sums.fock.data(), sums.fock.size(), 2.0);
  held.let_go(1, 0, sums, second);
  EXPECT_EQ(operations_of(OperationKind::held_accumulate), (Both{0, 1}));
  const Matrix sum = whole(world(), *matrices.fock);  // over the ranks, which all did the same
  const auto block = sum.block(layout.first_row(1), layout.first_column(0), layout.rows(1), layout.columns(0));
  EXPECT_EQ(block.minCoeff(), 3.0 * world().size());
  EXPECT_EQ(block.maxCoeff(), 3.0 * world().size());

  held.hold(1, 0, second);  // no thread held it any more
  EXPECT_EQ(operations_of(OperationKind::held_get), (Both{1, 1}));
}

TEST(Threads, AreRefusedWhatTheyCannotHave) {
  const auto refusal = [](const FockConfig& config) -> std::string {
    try {
      runtime_needs(config);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  FockConfig config = threaded(2, "multiple", "ijk");
  EXPECT_EQ(refusal(config), "");
  config.blocks.prefetch_blocks = true;
  EXPECT_EQ(refusal(config),
            "--threads 2 with --prefetch-blocks: UNSUPPORTED: the thread that starts a get must finish it");
  config = threaded(2, "multiple", "ijk");
  config.blocks.matrices.epoch = Epoch::each;
  EXPECT_NE(refusal(config).find("--epoch each"), std::string::npos);
  config.threads.calls = "serialized";
  EXPECT_EQ(refusal(config), "");
}

}  // namespace
}  // namespace fockproxy
