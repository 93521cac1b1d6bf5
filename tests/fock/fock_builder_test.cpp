// The Fock contract: every combination of counter, matrix, cache, grain and ranks gives the reference builder's G.
#include "fock/fock_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>

#include "../chem/scratch.hpp"
#include "fixed_system.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using testing::world;

// The counters that need exactly the thread level of this program, so that its runs at two levels divide them. Counters
// that this MPI refuses are reported and left out. Collective.
std::vector<std::string> counters() {
  const int level = testing::runtime().thread_level_requested();
  std::vector<std::string> names;
  if (level == MPI_THREAD_SINGLE) names.emplace_back("static");
  for (const CounterEntry& entry : counter_table()) {
    if (!entry.make || !testing::is_tested_here(entry) ||
        std::max(find_progress(entry.progress).thread_level, entry.thread_level) != level)
      continue;
    try {
      entry.make({testing::runtime()});
      names.emplace_back(entry.name);
    } catch (const UsageError& refusal) {
      if (world().is_root()) fmt::print("{}: UNSUPPORTED: {}\n", entry.name, refusal.what());
    }
  }
  return names;
}

// The tasks of a build do not depend on the counter. So only these counters are combined with every matrix and cache:
// one with MPI-3 calls, one with MPI-2 epochs, one with a helper thread, one of Global Arrays, that of OpenSHMEM, and
// none. A serving rank is tested in a separate build.
bool meets_everything(const std::string& counter) {
  static const std::set<std::string> these{"static", "mpi3", "mpi2", "helper", "ga", "shmem"};
  return these.contains(counter) || (counter == "server-rank" && !testing::waiting_is_slow());
}

std::vector<std::string> matrices() {
  std::vector<std::string> names;
  for (const MatrixEntry& entry : matrix_table())
    if (entry.make && testing::is_tested_here(entry) && (entry.max_ranks == 0 || world().size() <= entry.max_ranks))
      names.emplace_back(entry.name);
  return names;
}

std::vector<std::string> caches() {
  std::vector<std::string> names;
  for (const CacheEntry& entry : cache_table()) names.emplace_back(entry.name);
  return names;
}

FockBuild build(const testing::FixedSystem& system, const std::string& grain, const FockConfig& config) {
  Watchdog watchdog(0, 0);
  FockBuilder builder({testing::runtime(), watchdog}, system.fock_system(grain), config);
  return testing::verified(builder.build(testing::dealt_out(system.density)));
}

// Why this MPI makes no windows of this kind here (Open MPI 4.1: create on one rank); empty if it does.
std::string window_refusal(WindowKind kind) {
  try {
    const Window window(world(), 64, {.kind = kind});
    return "";
  } catch (const UsageError& refusal) {
    return refusal.what();
  }
}

std::int64_t unique_quartets(const BasisSet& basis) {
  const std::int64_t pairs = std::int64_t{basis.shells()} * (basis.shells() + 1) / 2;
  return pairs * (pairs + 1) / 2;
}

double per_task(const FockBuild& build, OperationKind kind) {
  RankRecord sum;
  for (const RankRecord& rank : build.ranks) sum += rank;
  return static_cast<double>(sum[kind].total_operations()) / static_cast<double>(sum.tasks);
}

void expect_reference(const FockBuild& build, const SpinMatrices& reference, std::int64_t quartets) {
  EXPECT_LE(testing::largest_difference(build.g, reference), 1e-11);
  EXPECT_EQ(build.quartets, quartets);
}

TEST(FockContract, EveryCounterMatrixCacheAndGrainGivesTheReference) {
  const testing::FixedSystem system("water", "sto-3g", 1);
  const SpinMatrices reference = system.reference();
  int combinations = 0;
  // With every rank spinning for a core, 120 tasks take a minute each, so only atoms and the whole molecule are tested.
  std::vector<std::string> grains{"atom", "1000"};
  if (!testing::waiting_is_slow()) grains.emplace_back("shell");
  for (const std::string& counter : counters())
    for (const std::string& matrix : matrices())
      for (const std::string& cache : caches())
        for (const std::string& grain : grains) {
          if (!meets_everything(counter) && (matrix != "rma" || cache != "ijk" || grain != "atom")) continue;
          SCOPED_TRACE(fmt::format("{} {} {} {}", counter, matrix, cache, grain));
          testing::watchdog().beat();
          const FockConfig config{
              .integrals = {.threshold = 0}, .counter = counter, .blocks = {.matrix = matrix, .cache = cache}};
          expect_reference(build(system, grain, config), reference, unique_quartets(system.basis));
          ++combinations;
        }
  if (world().is_root()) fmt::print("{} combinations at grains {}\n", combinations, fmt::join(grains, ", "));
}

// The options of the backends, each with the defaults of the others.
TEST(FockContract, EveryTransportOptionGivesTheReferenceForBothSpins) {
  for (const int spins : testing::waiting_is_slow() ? std::vector{2} : std::vector{1, 2}) {
    const testing::FixedSystem system("oh", "3-21g", spins);
    const SpinMatrices reference = system.reference();
    const auto expect = [&](const std::string& what, const FockConfig& config) {
      SCOPED_TRACE(fmt::format("{} spins, {}", spins, what));
      testing::watchdog().beat();
      expect_reference(build(system, "atom", config), reference, unique_quartets(system.basis));
    };
    for (const std::string& matrix : matrices()) {
      FockConfig config{.integrals = {.threshold = 0}, .blocks = {.matrix = matrix}};
      expect(matrix, config);
      for (const Issue issue : {Issue::each, Issue::batch})
        for (const auto completion : {AccumulateCompletion::local, AccumulateCompletion::remote}) {
          config.blocks.matrices.issue = issue;
          config.blocks.matrices.completion = completion;
          expect(fmt::format("{} {} {}", matrix, to_string(issue), to_string(completion)), config);
        }
    }
    for (const WindowKind window : window_kinds)
      for (const BlockStorage storage : {BlockStorage::tiled, BlockStorage::strided}) {
        FockConfig config{.integrals = {.threshold = 0}};
        config.blocks.matrices.window = window;
        config.blocks.matrices.storage = storage;
        if (const std::string refusal = window_refusal(window); !refusal.empty()) {
          EXPECT_NE(window, WindowKind::allocate) << refusal;
          if (world().is_root()) fmt::print("UNSUPPORTED: {}\n", refusal);
          continue;
        }
        expect(fmt::format("rma {} {}", to_string(window), to_string(storage)), config);
      }
    // The other steps of the ladder.
    for (const MatrixOptions& matrices : {MatrixOptions{.storage = BlockStorage::rows, .epoch = Epoch::each},
                                          MatrixOptions{.epoch = Epoch::each}, MatrixOptions{.issue = Issue::request}})
      expect(fmt::format("rma {} {}, epoch {}", to_string(matrices.storage), to_string(matrices.issue),
                         to_string(matrices.epoch)),
             FockConfig{.integrals = {.threshold = 0}, .blocks = {.matrices = matrices}});
    for (const char* cache : {"ijk", "merged"})
      expect(fmt::format("node reads, {}", cache),
             FockConfig{.integrals = {.threshold = 0}, .blocks = {.cache = cache, .node_reads = true}});
    for (const std::int64_t chunk : {2, 1000})
      expect(fmt::format("chunk {}", chunk), FockConfig{.integrals = {.threshold = 0}, .dealing = {.chunk = chunk}});
    for (const std::string& matrix : matrices())
      for (const std::int64_t chunk : {1, 2}) {
        if (!find_matrix(matrix).no_prefetch.empty()) continue;
        const FockConfig config{.integrals = {.threshold = 0},
                                .dealing = {.chunk = chunk},
                                .blocks = {.matrix = matrix, .prefetch_blocks = true}};
        expect(fmt::format("{} prefetched blocks, chunk {}", matrix, chunk), config);
      }
  }
}

// As with one task in flight. The last batch of a ticket is smaller than the others.
TEST(FockContract, SeveralTasksInFlightGiveTheReferenceWithTheSameCommunications) {
  const testing::FixedSystem system("water", "sto-3g", 2);
  const SpinMatrices reference = system.reference();
  for (const std::string& matrix : matrices())
    for (const std::string& cache : caches())
      for (const char* grain : {"atom", "shell"}) {
        if (std::string_view(grain) == "shell" && (matrix != "rma" || testing::waiting_is_slow())) continue;
        std::vector<std::vector<double>> communications;
        for (const int in_flight : {1, 2, 8}) {
          SCOPED_TRACE(fmt::format("{} {} {}, {} in flight", matrix, cache, grain, in_flight));
          testing::watchdog().beat();
          const FockConfig config{.integrals = {.threshold = 0},
                                  .dealing = {.chunk = 10},
                                  .blocks = {.matrix = matrix, .cache = cache, .in_flight = in_flight}};
          const FockBuild done = build(system, grain, config);
          expect_reference(done, reference, unique_quartets(system.basis));
          if (!world().is_root() || cache == "merged") continue;
          communications.push_back({per_task(done, OperationKind::get), per_task(done, OperationKind::accumulate)});
          EXPECT_EQ(communications.back(), communications.front());
        }
      }
}

TEST(FockContract, AnAtomOnManyRanksHasFewerTasksThanRanks) {
  const testing::FixedSystem system("he", "sto-3g", 1);
  for (const std::string& matrix : matrices()) {
    const FockConfig config{.integrals = {.threshold = 0}, .blocks = {.matrix = matrix}};
    const FockBuild result = build(system, "atom", config);
    EXPECT_EQ(result.tasks, 1);
    expect_reference(result, system.reference(), 1);
  }
}

TEST(FockContract, ADensityThatIsSymmetricToRoundingIsNoFaultOfTheTasks) {
  // The difference of two densities late in an SCF: hardly more than the rounding errors of either in its two
  // triangles.
  testing::FixedSystem system("water", "3-21g", 1);
  Matrix& density = system.density[0];
  density *= 1e-9;
  density.triangularView<Eigen::StrictlyUpper>() *= 1 + 1e-7;
  for (const char* cache : {"ijk", "none", "replicated"}) {
    const FockBuild result = build(system, "atom", {.integrals = {.threshold = 0}, .blocks = {.cache = cache}});
    EXPECT_LE(testing::largest_difference(result.g, system.reference()), 1e-14);
  }
}

TEST(FockContract, ADensityOfLargeElementsIsNoFaultOfTheTasks) {
  // As for a nearly linearly dependent basis: little may be left of what is added to an element of F.
  for (const double largest : {1e4, 1e7}) {
    testing::FixedSystem system("water", "3-21g", 1);
    system.density[0] *= largest;
    for (const char* grain : {"atom", "100"}) {
      const FockBuild result = build(system, grain, {.integrals = {.threshold = 0}});
      EXPECT_LE(testing::largest_difference(result.g, system.reference()), result.neglected.promise());
      EXPECT_LE(result.neglected.promise(), 1e-11 * largest);
    }
  }
}

TEST(FockContract, QuartetsOfPairsThatAreNothingAreCountedLikeAllOthers) {
  // No pair of primitives of two atoms is left. Screening at 0 keeps their quartets, and at 1e-10 it keeps some because
  // the density is so large.
  const ScratchDirectory scratch;
  const std::filesystem::path far = scratch.write("far.xyz", "3\n\nHe 0 0 0\nHe 0 0 0.5\nHe 0 0 60\n");
  for (const double threshold : {0.0, 1e-10}) {
    testing::FixedSystem system(far.string(), "6-31g", 1, 1e-3 * threshold);
    system.density[0] *= 1e6;
    system.schwarz = schwarz_bounds(system.pairs);  // includes what the pairs neglect
    mirror_lower(system.schwarz);
    for (const char* kernels : {"own", "libint"}) {
      const FockBuild result = build(system, "atom", {.integrals = {.threshold = threshold, .source = kernels}});
      EXPECT_LE(testing::largest_difference(result.g, system.reference()), result.neglected.promise());
    }
  }
}

TEST(Communications, AreExactlyThreeGetsAndThreeAccumulatesATaskWhenIJKAreHeld) {
  const testing::FixedSystem system("water", "3-21g", 1);
  const auto run = [&](const char* cache) {
    return build(system, testing::waiting_is_slow() ? "atom" : "shell",
                 FockConfig{.integrals = {.threshold = 0}, .blocks = {.cache = cache}});
  };
  const FockBuild ijk = run("ijk"), none = run("none"), merged = run("merged"), replicated = run("replicated");
  if (!world().is_root()) return;
  EXPECT_EQ(per_task(ijk, OperationKind::get), 3.0);
  EXPECT_EQ(per_task(ijk, OperationKind::accumulate), 3.0);
  EXPECT_GT(per_task(ijk, OperationKind::held_get), 0.0);
  EXPECT_EQ(per_task(ijk, OperationKind::held_get), per_task(ijk, OperationKind::held_accumulate));
  EXPECT_EQ(per_task(none, OperationKind::get), 6.0);
  EXPECT_EQ(per_task(none, OperationKind::accumulate), 6.0);
  EXPECT_EQ(per_task(none, OperationKind::held_get), 0.0);
  EXPECT_LT(per_task(merged, OperationKind::get), 3.0 + per_task(ijk, OperationKind::held_get));
  EXPECT_EQ(per_task(replicated, OperationKind::get), 0.0);
  EXPECT_EQ(per_task(replicated, OperationKind::accumulate), 0.0);
  // Every ticket, and one past the end for each rank.
  EXPECT_EQ(per_task(ijk, OperationKind::counter) * static_cast<double>(ijk.tasks),
            static_cast<double>(ijk.tasks + world().size()));
  RankRecord sum;
  for (const RankRecord& rank : ijk.ranks) sum += rank;
  EXPECT_EQ(sum.held_uses, 3 * ijk.tasks);
  EXPECT_EQ(sum[OperationKind::held_get].total_operations(), sum.held_runs);
  EXPECT_EQ(sum.draws_past_end, world().size());
}

TEST(Threshold, KeepsItsPromiseWithTheSameQuartetsEverywhere) {
  if (world().size() > 2) GTEST_SKIP() << "larger than what oversubscribed ranks are tested with";
  for (const double threshold : {1e-12, 1e-10, 1e-7}) {
    const testing::FixedSystem system("water2", "6-31g", 1, 1e-3 * threshold);
    const SpinMatrices reference = system.reference();
    std::int64_t quartets = -1;
    for (const std::string& matrix : matrices())
      for (const std::string& cache : caches())
        for (const char* grain : {"shell", "atom", "30"}) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", threshold, matrix, cache, grain));
          const FockBuild result =
              build(system, grain,
                    FockConfig{.integrals = {.threshold = threshold}, .blocks = {.matrix = matrix, .cache = cache}});
          EXPECT_LE(testing::largest_difference(result.g, reference), result.neglected.promise());
          if (quartets < 0) quartets = result.quartets;
          EXPECT_EQ(result.quartets, quartets);
        }
    EXPECT_LT(quartets, unique_quartets(testing::FixedSystem("water2", "6-31g", 1).basis));
  }
}

}  // namespace
}  // namespace fockproxy
