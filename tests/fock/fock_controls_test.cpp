// Negative controls: the verification of a Fock build must detect a fault injected into it, every time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

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

struct ControlCase {
  const char* cache;
  int in_flight;  // and tasks per ticket
  int threads;
};

class Controls : public ::testing::TestWithParam<ControlCase> {
 protected:
  static constexpr std::int64_t tasks = 21;  // of the system below in blocks of atoms

  void SetUp() override {
    if (GetParam().threads > 1 && testing::runtime().thread_level_requested() < MPI_THREAD_SERIALIZED)
      GTEST_SKIP() << "several threads need thread level serialized";
  }

  // A build after `spoil` has changed its backends.
  FinishedBuild build(const std::function<void(BuildBackends&, const CounterContext&)>& spoil,
                      bool prefetch_blocks = false, const SpinMatrices& density_before = {}) {
    const auto [cache, in_flight, threads] = GetParam();
    const FockConfig config{.integrals = {.threshold = 0},
                            .dealing = {.chunk = in_flight},
                            .blocks = {.cache = cache, .prefetch_blocks = prefetch_blocks, .in_flight = in_flight},
                            .threads = {.count = threads}};
    testing::watchdog().beat();
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

  static FixedSchedule schedule() { return FixedSchedule(GetParam().in_flight); }
  static std::unique_ptr<Distributor> with(std::unique_ptr<Counter> counter) {
    return std::make_unique<CounterDistributor>(std::move(counter), schedule());
  }
  // Tickets are dealt cyclically, so that ranks have enough updates to spoil.
  static std::unique_ptr<Distributor> evenly() {
    return std::make_unique<StaticDistributor>(world().rank(), world().size(), schedule());
  }
  // The first ticket, one between, and the last.
  static std::array<std::int64_t, 3> some_tickets() {
    const std::int64_t tickets = schedule().tickets(tasks);
    return {0, tickets / 3, tickets - 1};
  }

  testing::FixedSystem system{"water", "sto-3g", 1};
};

TEST_P(Controls, SoundPartsPass) {
  EXPECT_EQ(testing::verified(build([](BuildBackends&, const CounterContext&) {})).tasks, tasks);
}

TEST_P(Controls, ACounterThatIsNotAtomicIsCaught) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  expect_caught(build([](BuildBackends& t, const CounterContext& context) {
                  t.distributor = with(std::make_unique<contracts::NonAtomicCounter>(context));
                }),
                "every task exactly once");
}

TEST_P(Controls, ALostTicketIsCaught) {
  for (const std::int64_t victim : some_tickets())
    expect_caught(build([&](BuildBackends& t, const CounterContext& context) {
                    t.distributor =
                        with(std::make_unique<contracts::DroppingCounter>(find_counter("mpi3").make(context), victim));
                  }),
                  "every task exactly once");
}

TEST_P(Controls, ARepeatedTicketIsCaught) {
  for (const std::int64_t victim : some_tickets())
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
      expect_caught(build([&](BuildBackends& t, const CounterContext&) {
                      t.distributor = evenly();
                      t.fock = std::make_unique<FaultyMatrix>(std::move(t.fock), fault, k);
                    }),
                    "checksum of F");
    }
}

TEST_P(Controls, AWrongElementOfAFetchedBlockIsCaught) {
  // Blocks of the next task are fetched ahead on one thread, for one task at a time.
  const auto [cache, in_flight, threads] = GetParam();
  const bool can_prefetch = threads == 1 && in_flight == 1 && Choice<CacheEntry>(cache)->no_prefetch.empty();
  for (const bool prefetch_blocks : can_prefetch ? std::vector{false, true} : std::vector{false})
    for (const int k : {0, 3}) {
      const auto misread = [&](BuildBackends& t, const CounterContext&) {
        t.distributor = evenly();
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

std::vector<ControlCase> control_cases() {
  std::vector<ControlCase> all;
  for (const char* cache : {"none", "ijk", "merged"})
    for (const int in_flight : {1, 2, 8})
      for (const int threads : {1, 2}) all.push_back({cache, in_flight, threads});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Controls, ::testing::ValuesIn(control_cases()), [](const auto& info) {
  return fmt::format("{}_in_flight_{}_threads_{}", info.param.cache, info.param.in_flight, info.param.threads);
});

}  // namespace
}  // namespace fockproxy
