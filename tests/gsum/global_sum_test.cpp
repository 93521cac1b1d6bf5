// Every method for the global sum gives the exact sum of integers, for all lengths and chunks.
#include "gsum/global_sum.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "experiment/global_sum_measurement.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

// No values, or values that differ in every place and on every rank.
std::vector<double> of_rank(int rank, std::size_t count, int round) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>((rank + 1) * (7 * i + 3) + 1000 * round);
  return values;
}

std::vector<double> right_sum(std::size_t count, int round) {
  std::vector<double> sum(count, 0.0);
  for (int r = 0; r < world().size(); ++r)
    for (std::size_t i = 0; const double value : of_rank(r, count, round)) sum[i++] += value;
  return sum;
}

class GlobalSums : public ::testing::TestWithParam<std::string_view> {};

TEST_P(GlobalSums, AreExactForEveryLengthAndChunk) {
  const GlobalSumEntry& entry = look_up(Type<GlobalSumEntry>{}, GetParam());
  for (const std::size_t most : {1, 2, 1000, 4099})
    for (const std::size_t chunk : {1, 7, 5000}) {
      if (most / chunk > 1000) continue;
      const auto sum = entry.make({runtime(), most, std::min(chunk, most)});
      // Also shorter ones than it was made for, one after the other; nothing of the last may remain.
      int round = 0;
      for (const std::size_t count : {most, (most + 1) / 2, most}) {
        std::vector<double> values = of_rank(world().rank(), count, ++round);
        sum->sum(values);
        EXPECT_EQ(values, right_sum(count, round)) << entry.name << ", " << count << " of " << most << " by " << chunk;
      }
      watchdog().beat();
    }
}

// Integers that doubles cannot hold.
TEST_P(GlobalSums, OfIntegersAreExactToTheLastBit) {
  const auto sum = look_up(Type<GlobalSumEntry>{}, GetParam()).make_integers({runtime(), 300, 100});
  for (int round = 0; round < 2; ++round) {
    std::vector<std::int64_t> values(300), right(300);
    for (std::int64_t i = 0; i < 300; ++i)
      for (int r = 0; r < world().size(); ++r) {
        const std::int64_t value = (std::int64_t{1} << 60) / world().size() * (i % 2 == 0 ? 1 : -1) + 7 * i + r + round;
        right[static_cast<std::size_t>(i)] += value;
        if (r == world().rank()) values[static_cast<std::size_t>(i)] = value;
      }
    sum->sum(values);
    EXPECT_EQ(values, right);
  }
}

TEST_P(GlobalSums, LeaveRoomForWorkBetweenTheHalves) {
  const auto sum = look_up(Type<GlobalSumEntry>{}, GetParam()).make({runtime(), 300, 100});
  std::vector<double> values = of_rank(world().rank(), 300, 0);
  sum->start(values);
  volatile double work = 0;
  for (int i = 0; i < 100000; ++i) work = work + 1;
  sum->finish();
  EXPECT_EQ(values, right_sum(300, 0));
}

INSTANTIATE_TEST_SUITE_P(Each, GlobalSums,
                         ::testing::Values("allreduce", "reduce-bcast", "iallreduce", "owner", "distributed", "node"),
                         [](const auto& info) {
                           std::string name(info.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(GlobalSumTable, IsTestedWhole) { EXPECT_EQ(global_sum_table().size(), 6u); }

struct ShortBench {
  SyntheticWork work{world(), WorkKind::busy};
  std::unique_ptr<ProgressStrategy> progress = find_progress("none").make(runtime());
  GlobalSumBench bench{{runtime(), watchdog()},
                       work,
                       *progress,
                       measure_clock_offset(runtime()),
                       {.seconds = 1e-6, .enough = 1, .fewest = 3}};
};

TEST(GlobalSumMeasurement, OfEveryMethodIsVerified) {
  const ShortBench bench;
  for (const GlobalSumEntry& entry : global_sum_table())
    for (const double late : {0.0, 1e-3}) {
      const GlobalSumMeasurement m =
          measure_global_sum(bench.bench, {.method = entry, .values = 1000, .chunk = 300, .late = late});
      EXPECT_EQ(m.fault, "") << entry.name;
      EXPECT_GE(m.rounds, 4) << entry.name;
      EXPECT_GT(m.interval.median, 0) << entry.name;
    }
}

TEST(GlobalSumMeasurement, FindsWhatIsLeftOut) {
  ShortBench bench;
  bench.bench.fault = true;
  for (const GlobalSumEntry& entry : global_sum_table()) {
    const GlobalSumMeasurement m = measure_global_sum(bench.bench, {.method = entry, .values = 1000, .chunk = 300});
    EXPECT_NE(m.fault, "") << entry.name;
    EXPECT_EQ(m.seconds.count, 0) << entry.name;
  }
}

}  // namespace
}  // namespace fockproxy::testing
