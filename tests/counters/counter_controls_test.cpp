// Negative controls: the contract must detect every faulty counter, in every run.
#include <gtest/gtest.h>

#include "contracts/counter_contract.hpp"
#include "contracts/faulty_counters.hpp"
#include "counters/counter_distributor.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

constexpr int few = 4;  // the faults show in any draws

struct Control {
  const char* name;
  bool needs_a_rival;  // with one rank it counts correctly
  std::function<std::unique_ptr<Counter>()> make;
};

std::unique_ptr<Counter> real_counter() { return find_counter("mpi3").make({runtime()}); }

const Control not_atomic{"not_atomic", true,
                         [] { return std::make_unique<NonAtomicCounter>(CounterContext{runtime()}); }};
const Control drops{"drops", false, [] { return std::make_unique<DroppingCounter>(real_counter(), 1); }};
const Control repeats{"repeats", false, [] { return std::make_unique<RepeatingCounter>(real_counter(), 1); }};
const Control resets_once{"resets_once", false, [] { return std::make_unique<OnceResetCounter>(real_counter()); }};
const Control draws_twice{"draws_twice", false, [] { return std::make_unique<TwiceDrawingCounter>(real_counter()); }};
const Control hoards{"hoards", true, [] { return std::make_unique<HoardingCounter>(real_counter()); }};

class FaultyCounter : public ::testing::TestWithParam<Control> {
 protected:
  void SetUp() override {
    if (GetParam().needs_a_rival && world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  }
};

TEST_P(FaultyCounter, IsCaughtByTheCounterContract) {
  const auto counter = GetParam().make();
  const auto other = GetParam().make();
  EXPECT_FALSE(none(check_counter(world(), *counter, *other, few, true)));
}

const auto control_name = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Controls, FaultyCounter,
                         ::testing::Values(not_atomic, drops, repeats, resets_once, draws_twice, hoards), control_name);

class FaultyDealing : public FaultyCounter {};

TEST_P(FaultyDealing, IsCaughtByTheDistributorContract) {
  CounterDistributor distributor(GetParam().make(), FixedSchedule(1));
  EXPECT_FALSE(none(check_distributor(world(), distributor, few)));
}

INSTANTIATE_TEST_SUITE_P(Controls, FaultyDealing, ::testing::Values(not_atomic, drops, repeats, resets_once),
                         control_name);

// A fault only in the order: all values are drawn.
TEST(HoardingCounter, IsCaughtByDrawingInTurn) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  const auto counter = hoards.make();
  EXPECT_TRUE(none(check_every_value_once(world(), *counter, 0, few, 1, false)));
  EXPECT_FALSE(none(check_draws_in_turn(world(), *counter)));
}

// A fault only in draws in two halves.
TEST(TwiceDrawingCounter, IsCaughtByDrawingInTwoHalves) {
  const auto counter = draws_twice.make();
  EXPECT_TRUE(none(check_every_value_once(world(), *counter, 0, few, 1, false)));
  EXPECT_FALSE(none(check_draws_in_two_halves(world(), *counter, few, false)));
}

}  // namespace
}  // namespace fockproxy::testing
