// The contract of every counter of the table, for every kind of window.
#include <gtest/gtest.h>

#include <algorithm>

#include "contracts/counter_contract.hpp"
#include "counters/counter_distributor.hpp"
#include "progress/progress_strategy.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

struct Case {
  std::string_view counter;
  WindowKind window;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const CounterEntry& entry : counter_table())
    for (const WindowKind kind : window_kinds)
      if (entry.has_windows || kind == WindowKind::allocate) all.push_back({entry.name, kind});
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.counter) + "_" + std::string(to_string(info.param.window));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class CounterBackend : public ::testing::TestWithParam<Case> {
 protected:
  // All skips depend only on values that all ranks share.
  void SetUp() override {
    const auto entry = std::find_if(counter_table().begin(), counter_table().end(),
                                    [](const CounterEntry& e) { return e.name == GetParam().counter; });
    if (!entry->make) GTEST_SKIP() << "UNSUPPORTED: " << entry->unsupported;
    // There, mutexes need several time slices per draw, so each counter is tested only with the window kind that waits
    // most.
    if (waiting_is_slow() && entry->has_windows && entry->name != "mpi3" && GetParam().window != WindowKind::create)
      GTEST_SKIP() << "more ranks than cores: only windows of kind create";
    if (!is_tested_here(*entry)) GTEST_SKIP() << "tested by a program with other libraries";
    const ProgressEntry& strategy = find_progress(entry->progress);
    make_ = [entry] { return entry->make({runtime(), GetParam().window}); };
    const int level = std::max(strategy.thread_level, entry->thread_level);
    if (level > runtime().thread_level_provided()) {
      if (entry->thread_level == level) {
        EXPECT_THROW(make_(), UsageError);
      }
      GTEST_SKIP() << "needs thread level " << thread_level_name(level) << ": run with --thread-level=multiple";
    }
    if (world().size() < entry->min_ranks) {
      EXPECT_THROW(make_(), UsageError);
      GTEST_SKIP() << "UNSUPPORTED: needs at least " << entry->min_ranks << " ranks";
    }
    auto [counter, reason] = made_or_reason<Counter>(make_);
    if (!counter) GTEST_SKIP() << reason;
    counter_ = std::move(counter);
    progress_ = strategy.make(runtime());
    progress_->start();
  }
  void TearDown() override {
    if (progress_) progress_->stop();
    counter_.reset();
  }

  std::function<std::unique_ptr<Counter>()> make_;
  std::unique_ptr<Counter> counter_;
  std::unique_ptr<ProgressStrategy> progress_;
};

TEST_P(CounterBackend, KeepsTheContract) {
  EXPECT_EQ(world().min(counter_->home_rank()), world().max(counter_->home_rank()));
  EXPECT_GE(counter_->home_rank(), 0);
  EXPECT_LT(counter_->home_rank(), world().size());
  EXPECT_EQ(counter_->traffic(), Traffic{}) << "only draws count";
  const std::unique_ptr<Counter> other = make_();
  const int draws = waiting_is_slow() ? 4 : 20;
  EXPECT_TRUE(none(check_counter(world(), *counter_, *other, draws, runtime().nodes() == 1)));
}

TEST_P(CounterBackend, DealsEveryTaskOnce) {
  constexpr std::int64_t chunk = 4;
  const int drawing_ranks = world().sum(counter_->draws() ? 1 : 0);
  CounterDistributor distributor(std::move(counter_), FixedSchedule(chunk));
  const std::int64_t many = waiting_is_slow() ? 10 : 203;
  EXPECT_TRUE(none(check_distributor(world(), distributor, many)));
  // The last dealing has every ticket, and one draw past the end for each rank that draws.
  EXPECT_EQ(world().sum(distributor.draws()), (many + chunk - 1) / chunk + drawing_ranks);
}

INSTANTIATE_TEST_SUITE_P(Table, CounterBackend, ::testing::ValuesIn(cases()), name_of);

// Both pass the increment as an int.
class IntIncrement : public ::testing::TestWithParam<const char*> {};

TEST_P(IntIncrement, RefusesWhatAnIntCannotHold) {
  if (!runtime().has_global_arrays()) GTEST_SKIP() << "started without Global Arrays";
  const auto counter = find_counter(GetParam()).make({runtime()});
  EXPECT_THROW(counter->fetch_add((std::int64_t{1} << 32) + 5), UsageError);
  EXPECT_THROW(counter->fetch_add(std::int64_t{1} << 31), UsageError);
  world().barrier();
  if (world().is_root()) {
    EXPECT_EQ(counter->fetch_add((std::int64_t{1} << 31) - 1), 0);
    EXPECT_EQ(counter->fetch_add(1), (std::int64_t{1} << 31) - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, IntIncrement, ::testing::Values("ga", "armci"),
                         [](const auto& info) { return std::string(info.param); });

// The slots of all others in one or two runs, and the rank's own.
TEST(Mpi2Counter, CountsItsOperationsAndBytes) {
  const auto counter = find_counter("mpi2").make({runtime()});
  counter->reset(7);
  counter->fetch_add(3);
  const bool at_an_end = world().rank() == 0 || world().rank() == world().size() - 1;
  EXPECT_EQ(counter->traffic().operations, world().size() == 1 ? 1 : at_an_end ? 2 : 3);
  EXPECT_EQ(counter->traffic().bytes, 8 * world().size());
}

TEST(ServerRankCounter, RefusesToDrawOnTheServer) {
  if (world().size() == 1) GTEST_SKIP() << "UNSUPPORTED: needs at least 2 ranks";
  const auto counter = find_counter("server-rank").make({runtime()});
  EXPECT_EQ(counter->draws(), !world().is_root());
  EXPECT_EQ(counter->can_start(), counter->draws());
  if (world().is_root()) {
    EXPECT_THROW(counter->fetch_add(1), UsageError);
    EXPECT_THROW(counter->start_fetch_add(1), UsageError);
  }
}

TEST(ServerRankCounter, GivesASignOfLifeAtEveryRequest) {
  if (world().size() == 1) GTEST_SKIP() << "UNSUPPORTED: needs at least 2 ranks";
  int beats = 0;
  const auto counter = find_counter("server-rank").make({.runtime = runtime(), .heartbeat = [&] { ++beats; }});
  counter->reset(0);
  for (int i = 0; i < 3 && counter->draws(); ++i) counter->fetch_add(1);
  counter->finish();
  EXPECT_EQ(beats, counter->draws() ? 0 : (world().size() - 1) * (3 + 1));  // the draws, and the final "no more"
}

TEST(CounterTable, UnknownNameListsTheKnownOnes) {
  try {
    find_counter("nxtval");
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    for (const CounterEntry& entry : counter_table())
      EXPECT_NE(std::string(error.what()).find(entry.name), std::string::npos) << error.what();
  }
}

TEST(CounterTable, EveryProgressStrategyExists) {
  for (const CounterEntry& entry : counter_table()) EXPECT_NO_THROW(find_progress(entry.progress)) << entry.name;
}

}  // namespace
}  // namespace fockproxy::testing
