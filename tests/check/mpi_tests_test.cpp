// The tests behind the rows on windows, atomics, completion, accumulates and threads: each detects its injected fault,
// and none if the library is correct.
#include <gtest/gtest.h>

#include "check/accumulate_test.hpp"
#include "check/atomic_test.hpp"
#include "check/completion_test.hpp"
#include "check/thread_test.hpp"
#include "check/window_test.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::check {
namespace {

CheckContext context() { return {testing::runtime(), testing::watchdog(), testing::waiting_is_slow()}; }

TEST(CheckAccumulates, SeesOneThatIsLost) {
  for (const auto& [name, check] :
       {std::pair{"beside put", &check_beside_put}, std::pair{"put by accumulate", &check_put_by_accumulate},
        std::pair{"large", &check_large_accumulates}})
    for (const WindowKind kind : {WindowKind::allocate, WindowKind::create}) {
      if (kind == WindowKind::create && testing::world().size() == 1) continue;  // Open MPI refuses it
      SCOPED_TRACE(name);
      const contracts::Violations sound = check(context(), kind, AccumulateFault::none);
      EXPECT_TRUE(sound.empty()) << sound.front();
      EXPECT_FALSE(check(context(), kind, AccumulateFault::lost).empty());
    }
}

TEST(CheckAtomics, SeesALostUpdate) {
  const auto status = [](Update update) { return every_value_once(context(), {}, update, ReadBy::no_op).status; };
  EXPECT_EQ(status(&SharedIntegers::compare_and_swap_int32), Status::pass);
  EXPECT_EQ(status(&SharedIntegers::lost_update), Status::fail);
}

// Completed by target, because a library may handle the other calls wrongly.
TEST(CheckCompletion, SeesALateTransfer) {
  const auto result = [](CompletionFault fault, int rounds) {
    return check_completion_of_all(context(), WindowKind::allocate, CompleteAll::flush_by_target, rounds, 60, fault);
  };
  const CompletionResult sound = result(CompletionFault::none, 4);
  EXPECT_TRUE(sound.found.empty()) << sound.found.front();
  EXPECT_EQ(sound.rounds, 4);
  for (const CompletionFault fault : {CompletionFault::late_get, CompletionFault::late_put}) {
    const CompletionResult late = result(fault, 4);
    EXPECT_FALSE(late.found.empty());
    EXPECT_EQ(late.rounds, 1);
  }
}

TEST(CheckCompletion, EndsWhenItsTimeIsOver) {
  EXPECT_EQ(check_completion_of_all(context(), WindowKind::allocate, CompleteAll::flush_by_target, 1000, 0).rounds, 1);
}

TEST(CheckWindows, SeesABaseThatIsRoundedDown) {
  if (testing::world().size() == 1) GTEST_SKIP() << "Open MPI makes no windows of kind create for one rank";
  for (const std::size_t shift : {16, 32}) EXPECT_TRUE(misplaced_operations(context(), shift).empty());
  EXPECT_EQ(misplaced_operations(context(), 8, WindowFault::rounded).size(), 6U) << "every operation";
}

TEST(CheckWindows, SeesADisplacementCutTo32Bits) {
  if (testing::world().size() == 1) GTEST_SKIP() << "Open MPI makes no windows of kind create for one rank";
  try {
    const contracts::Violations sound = check_far(context());
    EXPECT_TRUE(sound.empty()) << sound.front();
    EXPECT_FALSE(check_far(context(), WindowFault::cut).empty());
  } catch (const UsageError& error) {
    GTEST_SKIP() << error.what();
  }
}

TEST(CheckThreads, SeesALostAccumulate) {
  if (testing::runtime().thread_level_provided() < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "this job has one thread";
  const contracts::Violations sound = check_threads(context(), WindowKind::allocate);
  EXPECT_TRUE(sound.empty()) << sound.front();
  EXPECT_FALSE(check_threads(context(), WindowKind::allocate, ThreadFault::lost).empty());
}

}  // namespace
}  // namespace fockproxy::check
