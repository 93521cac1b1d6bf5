// The kernel with real counters and with faulty ones; a run with a faulty counter must report it.
#include "experiment/counter_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "contracts/faulty_counters.hpp"
#include "counters/counter_distributor.hpp"
#include "experiment/counter_row.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
using namespace contracts;
namespace {

class Kernel : public ::testing::Test {
 protected:
  Kernel() : work_(world(), WorkKind::sleep), lengths_(LengthLaw::uniform, 200e-6, 3) {
    progress_ = find_progress("none").make(runtime());
  }
  CounterRun run(std::unique_ptr<Counter> counter, std::int64_t tasks) {
    CounterDistributor distributor(std::move(counter), FixedSchedule(1));
    const CounterKernel kernel{runtime(), watchdog(), work_, lengths_, measure_clock_offset(runtime())};
    return run_counter_kernel(kernel, distributor, *progress_, tasks, true);
  }
  std::unique_ptr<Counter> mpi3() const { return find_counter("mpi3").make({runtime()}); }

  SyntheticWork work_;
  TaskLengths lengths_;
  std::unique_ptr<ProgressStrategy> progress_;
  std::int64_t tasks_ = 10 * world().size();
};

TEST_F(Kernel, AnHonestRunIsVerifiedAndComplete) {
  const CounterRun result = run(mpi3(), tasks_);
  EXPECT_EQ(result.fault, "");
  if (!world().is_root()) return;
  std::int64_t tasks = 0;
  double ideal = 0;
  for (const RankRun& rank : result.ranks) {
    tasks += rank.tasks;
    ideal += rank.ideal;
    EXPECT_GE(rank.work, rank.ideal);
    EXPECT_GE(rank.end, rank.begin);
  }
  EXPECT_EQ(tasks, tasks_);
  EXPECT_NEAR(ideal, lengths_.total(tasks_), 1e-9);
}

TEST_F(Kernel, ADroppedTicketIsAFault) {
  EXPECT_NE(run(std::make_unique<DroppingCounter>(mpi3(), 4), tasks_).fault, "");
}
TEST_F(Kernel, ARepeatedTicketIsAFault) {
  EXPECT_NE(run(std::make_unique<RepeatingCounter>(mpi3(), 4), tasks_).fault, "");
}
TEST_F(Kernel, ACounterThatIsNotAtomicIsAFault) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to race with";
  EXPECT_NE(run(std::make_unique<NonAtomicCounter>(CounterContext{runtime()}), tasks_).fault, "");
}

TEST(SyntheticWork, BusyWorkTakesAboutTheTimeItStandsFor) {
  const auto progress = find_progress("none").make(runtime());
  std::array<double, 5> seconds;
  for (double& taken : seconds) {
    const SyntheticWork work(world(), WorkKind::busy);  // made each time, because the speed of machines varies
    const double start = thread_cpu_seconds();          // not wall time, because the test shares its cores
    work.run(5e-3, *progress);
    taken = thread_cpu_seconds() - start;
  }
  std::ranges::sort(seconds);
  EXPECT_GT(seconds[2], 4e-3);
  EXPECT_LT(seconds[2], 20e-3);
  world().barrier();
}

}  // namespace
}  // namespace fockproxy::testing
