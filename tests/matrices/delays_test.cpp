// Known delays, in whole operations and in those in two halves.
#include "contracts/delays.hpp"

#include <gtest/gtest.h>

#include "contracts/counter_contract.hpp"
#include "contracts/matrix_contract.hpp"
#include "support/clock.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

constexpr double delay = 2e-3;  // seconds

template <class Action>
double seconds_of(Action action) {
  const double start = now();
  action();
  return now() - start;
}

TEST(Delays, ComeBeforeEveryTransferOfAMatrix) {
  Delays delays;
  delays.get = delays.accumulate = delay;
  const auto matrix = delayed(find_matrix("rma").make({runtime(), {}}, BlockLayout({0, 1, 2}, 1), "delayed"), delays);
  double values[3] = {};
  const BlockRead reads[] = {{0, 0, &values[0]}, {0, 1, &values[1]}, {1, 1, &values[2]}};
  const BlockUpdate update{0, 0, &values[0]};
  EXPECT_GE(seconds_of([&] { matrix->get(reads); }), 3 * delay);
  EXPECT_GE(seconds_of([&] {
              matrix->start_get(reads);
              matrix->finish_get();
            }),
            3 * delay);
  EXPECT_GE(seconds_of([&] { matrix->accumulate(std::span(&update, 1)); }), delay);
  matrix->fence();
}

TEST(Delays, ComeBeforeEveryDrawOfACounter) {
  Delays delays;
  delays.counter = delay;
  const auto counter = delayed(find_counter("mpi3").make({runtime()}), delays);
  EXPECT_GE(seconds_of([&] { counter->fetch_add(1); }), delay);
  ASSERT_TRUE(counter->can_start());
  EXPECT_GE(seconds_of([&] {
              counter->start_fetch_add(1);
              counter->finish_fetch_add();
            }),
            delay);
  counter->finish();
  world().barrier();
}

TEST(Delays, ChangeNothingElse) {
  Delays delays;
  delays.counter = delays.get = delays.accumulate = 1e-6;
  const MatrixMaker make = [&](const BlockLayout& layout) {
    return delayed(find_matrix("rma").make({runtime(), {}}, layout, "delayed"), delays);
  };
  EXPECT_TRUE(none(check_matrix(world(), make, AccumulateCompletion::local, few_contract_layouts())));
  const auto counter = delayed(find_counter("mpi3").make({runtime()}), delays);
  const auto other = delayed(find_counter("mpi3").make({runtime()}), delays);
  EXPECT_TRUE(none(check_counter(world(), *counter, *other, 4, runtime().nodes() == 1)));
}

}  // namespace
}  // namespace fockproxy::testing
