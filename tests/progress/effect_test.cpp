// Each strategy with its negative control: if an operation waits for a computing target, does the strategy cure it?
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "strategy_names.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "waiting.hpp"

namespace fockproxy::testing {
namespace {

class Effect : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Effect, CutsTheWaitForAComputingTarget) {
  constexpr double busy = 0.04;            // seconds
  constexpr int draws = 12, attempts = 3;  // cores are shared with other processes
  const ProgressEntry& entry = find_progress(GetParam());
  if (world().size() != (entry.ghosts ? 3 : 2)) GTEST_SKIP() << "an experiment of two ranks, and of a ghost";
  if (entry.thread_level > runtime().thread_level_provided())
    GTEST_SKIP() << "needs thread level " << thread_level_name(entry.thread_level)
                 << ": run with --thread-level=multiple";
  unbind();
  const auto [strategy, reason] = made_or_reason(entry);
  if (!strategy) GTEST_SKIP() << reason;
  int by_itself = 0;       // attempts without a wait to cure
  double disturbance = 0;  // the largest of the attempts
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    Waiting wait{};
    try {
      wait = measure_waiting(*strategy, entry, busy, draws);
    } catch (const UsageError& refusal) {
      GTEST_SKIP() << refusal.what();  // on every rank
    }
    const bool helps = entry.name != "none" && wait.helper_inside;
    if (world().is_root())
      std::cout << "waits without help " << 1e3 * wait.without << " ms, with " << entry.name << " " << 1e3 * wait.with
                << " ms" << (wait.helper_inside ? "" : " (no helper)") << std::endl;
    watchdog().beat();
    disturbance = std::max(disturbance, wait.disturbance);
    by_itself += wait.without < busy / 4;
    // Without a helper there is no cure, and the report must agree. A library's thread runs from the start of MPI to
    // its end, so there is no turn without it; but without progress no wait is below busy / 2.
    const bool permanent = entry.whole_job;
    if (permanent && helps == (wait.with < busy / 2)) return;
    if (!permanent && by_itself == 0 && helps == (wait.with < 0.5 * wait.without)) return;
  }
  if (world().is_root() && by_itself == attempts) std::cout << "this stack makes progress by itself: nothing to cure\n";
  // A helper that spins shares the cores with all: beside much other work it runs as late as the rank itself.
  if (disturbance > 0.2 && by_itself < attempts)
    GTEST_SKIP() << "nothing can be said: others keep this machine's cores for " << 100 * disturbance
                 << "% of the time";
  EXPECT_EQ(by_itself, attempts) << "not seen";
}

INSTANTIATE_TEST_SUITE_P(Table, Effect, ::testing::ValuesIn(strategy_names()), test_name_of);

}  // namespace
}  // namespace fockproxy::testing
