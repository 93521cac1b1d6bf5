#include "parallel/mutex.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contracts/mutex_contract.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

struct Case {
  MutexEntry entry;
  WindowKind window;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const MutexEntry& entry : mutex_table())
    for (const WindowKind kind : window_kinds) all.push_back({entry, kind});
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.entry.name) + "_" + std::string(to_string(info.param.window));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class MutexBackend : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto [mutex, reason] = made_or_reason<Mutex>([] { return GetParam().entry.make(world(), GetParam().window); });
    if (!mutex) GTEST_SKIP() << reason;
    mutex_ = std::move(mutex);
  }
  void TearDown() override { mutex_.reset(); }
  std::unique_ptr<Mutex> mutex_;
};

TEST_P(MutexBackend, ProtectsTheCanary) {
  const int rounds = waiting_is_slow() ? 3 : 30;
  EXPECT_TRUE(none(check_mutex(world(), *mutex_, GetParam().window, rounds)));
  EXPECT_TRUE(none(check_mutex(world(), *mutex_, GetParam().window, rounds))) << "reused";
}

// No rank waits or makes others wait, so the cost is known.
TEST_P(MutexBackend, CostsTheSameEveryTimeWithoutRivals) {
  world().barrier();
  for (int turn = 0; turn < world().size(); ++turn) {
    if (turn == world().rank()) {
      const Traffic before = mutex_->traffic();
      mutex_->lock();
      mutex_->unlock();
      const Traffic once = mutex_->traffic() - before;
      mutex_->lock();
      mutex_->unlock();
      EXPECT_EQ(mutex_->traffic() - before, once + once);
      EXPECT_GE(once.operations, 2);
      if (GetParam().entry.name == "queueing") {
        EXPECT_EQ(once.bytes, 2 * world().size());
      } else {
        EXPECT_EQ(once.bytes, 3 * 16);  // enter the queue, check for a successor, leave it
      }
    }
    world().barrier();
  }
}

INSTANTIATE_TEST_SUITE_P(Table, MutexBackend, ::testing::ValuesIn(cases()), name_of);

TEST(MutexContract, CatchesNoMutexAtAll) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to lock out";
  for (int time = 0; time < 5; ++time) EXPECT_FALSE(none(check_no_mutex(world(), WindowKind::allocate)));
}

}  // namespace
}  // namespace fockproxy::testing
