// Negative controls: the verification of a Fock build must detect a fault injected into it, every time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "contracts/faulty_counters.hpp"
#include "contracts/faulty_matrices.hpp"
#include "counters/counter_distributor.hpp"
#include "counters/static_distributor.hpp"
#include "fixed_system.hpp"
#include "fock/fock_builder.hpp"
#include "support/mpi_test.hpp"
#include "verified.hpp"

namespace fockproxy {
namespace {

using contracts::FaultyMatrix;
using contracts::MatrixFault;
using testing::world;

class Controls : public ::testing::TestWithParam<const char*> {
 protected:
  // A build after `spoil` has changed its backends.
  FinishedBuild build(const std::function<void(BuildBackends&, const CounterContext&)>& spoil,
                      bool prefetch_blocks = false, const SpinMatrices& density_before = {}) {
    const FockConfig config{.integrals = {.threshold = 0},
                            .blocks = {.cache = GetParam(), .prefetch_blocks = prefetch_blocks}};
    const FockSystem fock_system = system.fock_system("atom");
    BuildBackends transport = make_backends(testing::runtime(), fock_system.layout(), config);
    spoil(transport, {testing::runtime(), WindowKind::allocate});
    Watchdog watchdog(0, 0);
    FockBuilder builder({testing::runtime(), watchdog}, fock_system, config, std::move(transport));
    if (!density_before.empty()) testing::verified(builder.build(testing::dealt_out(density_before)));
    return builder.build(testing::dealt_out(system.density));
  }

  static void expect_caught(FinishedBuild result, std::string_view check) {
    EXPECT_FALSE(result.verified());
    const auto& checks = result.verification().checks();
    const auto found = std::ranges::find(checks, check, &Check::name);
    ASSERT_NE(found, checks.end());
    EXPECT_FALSE(found->passed()) << found->detail;
    EXPECT_THROW(std::move(result).result(), VerificationFailure);
  }

  testing::FixedSystem system{"water", "sto-3g", 1};
};

std::unique_ptr<Distributor> with(std::unique_ptr<Counter> counter) {
  return std::make_unique<CounterDistributor>(std::move(counter), FixedSchedule(1));
}

TEST_P(Controls, SoundPartsPass) {
  testing::verified(build([](BuildBackends&, const CounterContext&) {}));
}

TEST_P(Controls, ACounterThatIsNotAtomicIsCaught) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  expect_caught(build([](BuildBackends& t, const CounterContext& context) {
                  t.distributor = with(std::make_unique<contracts::NonAtomicCounter>(context));
                }),
                "every task exactly once");
}

TEST_P(Controls, ALostTicketIsCaught) {
  for (const std::int64_t victim : {0, 7, 20})
    expect_caught(build([&](BuildBackends& t, const CounterContext& context) {
                    t.distributor =
                        with(std::make_unique<contracts::DroppingCounter>(find_counter("mpi3").make(context), victim));
                  }),
                  "every task exactly once");
}

TEST_P(Controls, ARepeatedTicketIsCaught) {
  for (const std::int64_t victim : {0, 7, 20})
    expect_caught(build([&](BuildBackends& t, const CounterContext& context) {
                    t.distributor =
                        with(std::make_unique<contracts::RepeatingCounter>(find_counter("mpi3").make(context), victim));
                  }),
                  "every task exactly once");
}

TEST_P(Controls, LostDoubledAndMisplacedUpdatesOfFAreCaught) {
  for (const MatrixFault fault : {MatrixFault::lose, MatrixFault::repeat, MatrixFault::misplace})
    for (const int k : testing::waiting_is_slow() ? std::vector{1} : std::vector{0, 1, 2, 3}) {
      SCOPED_TRACE(fmt::format("fault {} in update {}", static_cast<int>(fault), k));
      // Tasks are dealt cyclically, so that every rank has enough updates to spoil.
      expect_caught(build([&](BuildBackends& t, const CounterContext&) {
                      t.distributor =
                          std::make_unique<StaticDistributor>(world().rank(), world().size(), FixedSchedule(1));
                      t.fock = std::make_unique<FaultyMatrix>(std::move(t.fock), fault, k);
                    }),
                    "checksum of F");
    }
}

TEST_P(Controls, AWrongElementOfAFetchedBlockIsCaught) {
  const bool can_prefetch = Choice<CacheEntry>(GetParam())->no_prefetch.empty();
  for (const bool prefetch_blocks : can_prefetch ? std::vector{false, true} : std::vector{false})
    for (const int k : {0, 3}) {
      const auto misread = [&](BuildBackends& t, const CounterContext&) {
        t.distributor = std::make_unique<StaticDistributor>(world().rank(), world().size(), FixedSchedule(1));
        t.density = std::make_unique<FaultyMatrix>(std::move(t.density), MatrixFault::misread, k);
      };
      expect_caught(build(misread, prefetch_blocks), "fetched blocks of D");
    }
}

TEST_P(Controls, WhatIsLeftOfTheBuildBeforeIsCaught) {
  const SpinMatrices before{testing::made_up_density(system.basis.functions(), 7)};
  const auto stale = [](BuildBackends& t, const CounterContext&) {
    t.density = std::make_unique<FaultyMatrix>(std::move(t.density), MatrixFault::stale, 1);
  };
  expect_caught(build(stale, false, before), "fetched blocks of D");
  const auto uncleared = [](BuildBackends& t, const CounterContext&) {
    t.fock = std::make_unique<FaultyMatrix>(std::move(t.fock), MatrixFault::uncleared, 1);
  };
  expect_caught(build(uncleared, false, before), "checksum of F");
}

INSTANTIATE_TEST_SUITE_P(Caches, Controls, ::testing::Values("none", "ijk", "merged"));

}  // namespace
}  // namespace fockproxy
