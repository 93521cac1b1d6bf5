// The check before every calculation accepts what works and refuses a stack with one faulty part.
#include "check/quick_check.hpp"

#include <gtest/gtest.h>

#include "contracts/faulty_counters.hpp"
#include "contracts/faulty_matrices.hpp"
#include "counters/counter_distributor.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::check {
namespace {

using contracts::Violations;
using testing::none;
using testing::runtime;
using testing::world;

BuildBackends transport(const FockConfig& config = {}, int spins = 1) {
  return make_backends(runtime(), quick_layout(spins), config);
}

Violations quick(BuildBackends parts, const FockConfig& config = {}) {
  return quick_check(runtime(), std::move(parts), config);
}

TEST(QuickCheck, PassesEveryMatrixAndCache) {
  for (const MatrixEntry& entry : matrix_table()) {
    if (!entry.make || (entry.max_ranks > 0 && world().size() > entry.max_ranks)) continue;
    if (!testing::is_tested_here(entry)) continue;
    FockConfig config;
    config.blocks.matrix = entry;
    EXPECT_TRUE(none(quick(transport(config)))) << entry.name;
    EXPECT_TRUE(none(quick(transport(config, 2)))) << entry.name << ", two spins";
    config.blocks.sum = "exact";
    EXPECT_TRUE(none(quick(transport(config), config))) << entry.name << ", exact sums";
  }
  FockConfig replicated;
  replicated.blocks.cache = "replicated";
  EXPECT_TRUE(none(quick(transport(replicated), replicated)));
}

TEST(QuickCheck, PassesEveryDealer) {
  for (const Dealer& dealer : dealer_table()) {
    FockConfig config;
    config.counter = dealer;
    BuildBackends parts;
    try {
      const RuntimeOptions needs = runtime_needs(config);
      if (needs.global_arrays && !runtime().has_global_arrays()) continue;
      if (needs.openshmem != runtime().has_openshmem()) continue;
      if (needs.thread_level > runtime().thread_level_provided()) continue;
      parts = transport(config);
    } catch (const UsageError&) {
      continue;  // UNSUPPORTED on this stack or number of ranks; the backend tests check the reason
    }
    EXPECT_TRUE(none(quick(std::move(parts)))) << dealer.name;
  }
}

std::unique_ptr<Counter> real_counter() { return find_counter("mpi3").make({runtime()}); }

TEST(QuickCheck, RefusesFaultyCounters) {
  const auto with = [](std::unique_ptr<Counter> counter) {
    BuildBackends parts = transport();
    parts.distributor = std::make_unique<CounterDistributor>(std::move(counter), FixedSchedule(1));
    return quick(std::move(parts));
  };
  EXPECT_FALSE(none(with(std::make_unique<contracts::DroppingCounter>(real_counter(), 1))));
  EXPECT_FALSE(none(with(std::make_unique<contracts::RepeatingCounter>(real_counter(), 1))));
  if (world().size() > 1) {
    EXPECT_FALSE(none(with(std::make_unique<contracts::NonAtomicCounter>(CounterContext{runtime()}))));
  }
}

TEST(QuickCheck, RefusesFaultyMatrices) {
  using contracts::MatrixFault;
  const auto faulty = [](std::unique_ptr<DistributedMatrix>& matrix, MatrixFault fault) {
    matrix = std::make_unique<contracts::FaultyMatrix>(std::move(matrix), fault, 0);
  };
  for (const char* sum : {"double", "exact"})
    for (const MatrixFault fault :
         {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace, MatrixFault::misread, MatrixFault::late}) {
      FockConfig config;
      config.blocks.sum = sum;
      if (config.blocks.sum->exact && fault == MatrixFault::misread) continue;  // integer blocks are never fetched
      BuildBackends parts = transport(config);
      faulty(parts.fock, fault);
      EXPECT_FALSE(none(quick(std::move(parts), config))) << "Fock matrix, " << sum << ", " << static_cast<int>(fault);
    }
  BuildBackends parts = transport();
  faulty(parts.density, MatrixFault::misread);
  EXPECT_FALSE(none(quick(std::move(parts)))) << "density matrix";
}

TEST(Refuse, SaysWhatIsWrongAndWhatToDo) {
  EXPECT_NO_THROW(refuse({}));
  try {
    refuse({"rank 1: lost an update"});
    FAIL() << "not refused";
  } catch (const ComputationError& error) {
    for (const char* word : {"this stack computes wrongly", "lost an update", "--trust-stack", "fockproxy check"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fockproxy::check
