// Whether an operation needs its target differs between stacks, but the controls must always be correct.
#include "experiment/verdict.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include "experiment/verdict_operations.hpp"
#include "support/error.hpp"
#include "support/mpi_test.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy::testing {
namespace {

TEST(Verdicts, ControlsComeOutRightAndEveryOperationHasItsRow) {
  const SyntheticWork work(world(), WorkKind::busy);
  const auto progress = find_progress("none").make(runtime());
  const WindowKind kinds[] = {WindowKind::create};
  const VerdictOptions quick{.period = 5e-3, .samples = 20};
  if (world().size() < 2) {
    EXPECT_THROW(measure_verdicts(runtime(), work, kinds, *progress, quick), UsageError);
    return;
  }
  // Another process on the cores for a moment rightly discredits a control, but not three times in a row.
  std::vector<OperationVerdict> rows;
  bool trusted = false;
  for (int attempt = 0; attempt < 3 && !trusted; ++attempt) {
    rows = measure_verdicts(runtime(), work, kinds, *progress, quick);
    trusted = world().min(world().is_root() && !control_fault(rows).empty() ? 0 : 1) == 1;
    watchdog().beat();
  }
  if (!world().is_root()) return;
  EXPECT_EQ(rows.size(), 3 + 2 * verdict_operations().size());
  EXPECT_EQ(control_fault(rows), "");
  for (const OperationVerdict& row : rows) {
    if (row.verdict == Verdict::unsupported) {
      EXPECT_FALSE(row.reason.empty()) << row.operation;
    } else {
      EXPECT_LE(row.waits.size(), 20u) << row.operation;
      EXPECT_GE(row.waits.size(), row.verdict == Verdict::by_itself ? 12u : 1u) << row.operation;
      EXPECT_GE(row.period, 4 * row.undisturbed) << row.operation;
    }
  }
}

// Like a library that moves a strided patch piece by piece: a sample would take thousands of periods.
TEST(Verdicts, AnOperationOfManyExchangesIsCutShortAndNeedsItsTarget) {
  if (world().size() < 2) GTEST_SKIP() << "one rank has no target";
  const SyntheticWork work(world(), WorkKind::busy);
  const auto progress = find_progress("none").make(runtime());
  VerdictExperiment experiment(world(), work, *progress, {.period = 5e-3, .samples = 20});
  OperationVerdict row;
  row.operation = "many questions";
  row = experiment.judge(row, [&] {
    for (int i = 0; i < 5000; ++i) experiment.ask_rank_0();
  });
  EXPECT_EQ(row.reason, "");
  EXPECT_EQ(row.verdict, Verdict::needs_target);
  ASSERT_GE(row.waits.size(), 1u);
  EXPECT_LT(row.waits.size(), 20u);
  EXPECT_GT(row.waits.front(), 3 * row.period);
}

// Restores the cores of the calling thread.
class OneCore {
 public:
  explicit OneCore(int core) {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneCore() { sched_setaffinity(0, sizeof before_, &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_;
};

TEST(Verdicts, RanksThatShareACoreAreDisturbed) {
  if (world().size() < 2) GTEST_SKIP() << "one rank has its core";
  if (!has_run_queue_delay()) GTEST_SKIP() << "this kernel does not record it";
  int core = sched_getcpu();
  world().broadcast(std::span(&core, 1), 0);
  const OneCore shared(core);
  const SyntheticWork work(world(), WorkKind::busy);
  const auto progress = find_progress("none").make(runtime());
  VerdictExperiment experiment(world(), work, *progress, {.period = 5e-3, .samples = 12});
  OperationVerdict row;
  row.operation = "own computation";
  row = experiment.judge(row, [&] { experiment.compute_once(); });
  EXPECT_TRUE(row.disturbed);
}

TEST(Verdicts, SleepingTargetsAreRefused) {
  if (world().size() < 2) GTEST_SKIP() << "one rank has no target";
  const SyntheticWork work(world(), WorkKind::sleep);
  const auto progress = find_progress("none").make(runtime());
  EXPECT_THROW(measure_verdicts(runtime(), work, {}, *progress, {}), UsageError);
}

TEST(ControlFault, AWrongControlDiscreditsTheRows) {
  OperationVerdict message, memory;
  message.control = memory.control = true;
  message.operation = "control: answered message";
  memory.operation = "control: shared memory";
  message.verdict = Verdict::needs_target;
  memory.verdict = Verdict::by_itself;
  EXPECT_EQ(control_fault({message, memory}), "");
  message.verdict = Verdict::by_itself;
  EXPECT_NE(control_fault({message, memory}), "");
  message.verdict = memory.verdict = Verdict::needs_target;
  EXPECT_NE(control_fault({message, memory}), "");
}

}  // namespace
}  // namespace fockproxy::testing
