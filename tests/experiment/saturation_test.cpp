#include "experiment/saturation.hpp"

#include <gtest/gtest.h>

#include "contracts/faulty_counters.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
using namespace contracts;
namespace {

TEST(Saturate, CountsTheValuesOfTheRanksThatDraw) {
  const auto counter = find_counter("mpi3").make({runtime()});
  const ClockOffset clock = measure_clock_offset(runtime());
  const int first = world().size() == 1 ? 0 : 1;
  const Saturation s = saturate(runtime(), *counter, clock, first, world().size(), 0.05);
  EXPECT_EQ(s.fault, "");
  if (!world().is_root()) return;
  EXPECT_EQ(s.drawing_ranks, world().size() - first);
  EXPECT_EQ(s.drawing_hosts, 1);
  EXPECT_GT(s.values_per_second, 0);
  EXPECT_GT(s.waits.count, 1);
}

TEST(Saturate, ABrokenCounterHasNoRate) {
  RepeatingCounter counter(find_counter("mpi3").make({runtime()}), 3);
  const Saturation s = saturate(runtime(), counter, measure_clock_offset(runtime()), 0, world().size(), 0.05);
  EXPECT_NE(s.fault, "");
  EXPECT_EQ(s.values_per_second, 0);
}

TEST(Saturate, PredictsTheRanksThatKeepTheCounterBusy) { EXPECT_DOUBLE_EQ(saturating_ranks(1e4, 20e-3), 200); }

}  // namespace
}  // namespace fockproxy::testing
