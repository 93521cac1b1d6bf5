// One dealing for several threads: every position once, in batches of one draw; every draw logged once.
#include "counters/shared_draws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "counters/counter_distributor.hpp"
#include "counters/forwarding_counter.hpp"

namespace fockproxy {
namespace {

constexpr int threads = 4;

// Deals positions in runs of `chunk`, and notices if two threads are in it at once.
class Runs final : public Distributor {
 public:
  explicit Runs(std::int64_t chunk) : chunk_(chunk) {}
  void begin(std::int64_t tasks) override {
    tasks_ = tasks;
    next_ = 0;
    log_.clear();
  }
  std::optional<PositionRange> next() override {
    const std::unique_lock alone(entered_, std::try_to_lock);
    EXPECT_TRUE(alone.owns_lock());
    if (next_ >= tasks_) {
      ++log_.past_end;
      return std::nullopt;
    }
    log_.add(static_cast<int>(next_ % 3), 1, 16, 1e-6);
    const PositionRange range{next_, std::min(next_ + chunk_, tasks_)};
    next_ = number(range.last);
    return range;
  }
  std::vector<Statistic> statistics() const override { return {{"runs", log_.draws()}}; }

 private:
  std::int64_t chunk_, tasks_ = 0, next_ = 0;
  std::mutex entered_;
};

class SharedDealing : public ::testing::TestWithParam<std::string_view> {};

// Every thread takes up to `most` positions of one run at a time, and all of them are taken once.
void expect_every_position_once(std::string_view discipline, std::int64_t chunk, std::int64_t tasks,
                                std::int64_t most) {
  SCOPED_TRACE("chunk " + std::to_string(chunk) + ", tasks " + std::to_string(tasks) + ", most " +
               std::to_string(most));
  const auto calls = Choice<ThreadCallsEntry>(discipline)->make();
  Runs runs(chunk);
  SharedDraws shared(runs, *calls, most);
  std::vector<ThreadDraws> draws;
  for (int t = 0; t < threads; ++t) draws.emplace_back(shared, t == 0);
  runs.begin(tasks);
  shared.begin();
  for (ThreadDraws& of_thread : draws) of_thread.begin(tasks);

  std::vector<std::vector<PositionRange>> dealt(threads);
  const auto work = [&](int t) {
    while (const auto range = draws[t].next()) dealt[t].push_back(*range);
    EXPECT_FALSE(draws[t].next());
  };
  {
    std::vector<std::jthread> others;
    for (int t = 1; t < threads; ++t)
      others.emplace_back([&, t] {
        work(t);
        calls->end();
      });
    work(0);
    calls->serve_until_ended(threads - 1);
  }
  std::vector<PositionRange> all;
  for (const auto& list : dealt) {
    EXPECT_TRUE(std::ranges::is_sorted(list, {}, &PositionRange::first));
    all.insert(all.end(), list.begin(), list.end());
  }
  std::ranges::sort(all, {}, &PositionRange::first);
  // The runs one after the other, each in parts of `most` and a last one of what is left.
  std::int64_t next = 0;
  for (const PositionRange& range : all) {
    const std::int64_t end_of_run = std::min((next / chunk + 1) * chunk, tasks);
    EXPECT_EQ(number(range.first), next);
    EXPECT_EQ(number(range.last), std::min(next + most, end_of_run));
    next = number(range.last);
  }
  EXPECT_EQ(next, tasks);

  std::int64_t logged = 0, bytes = 0, statistics = 0;
  for (const ThreadDraws& of_thread : draws) {
    logged += of_thread.draws();
    for (const DrawTally& tally : of_thread.log().by_target()) bytes += tally.bytes;
    statistics += std::ssize(of_thread.statistics());
  }
  EXPECT_EQ(logged, runs.draws());
  EXPECT_EQ(logged, (tasks + chunk - 1) / chunk);
  EXPECT_EQ(bytes, 16 * logged);
  EXPECT_EQ(statistics, 1);
}

TEST_P(SharedDealing, GivesEveryPositionToOneThread) {
  for (const std::int64_t most : {1, 3, 16})
    for (const std::int64_t chunk : {1, 7, 1000})
      for (const std::int64_t tasks : {0, 1, 211}) expect_every_position_once(GetParam(), chunk, tasks, most);
}

// A counter from which several threads may draw.
class Atomic final : public Counter {
 public:
  std::int64_t fetch_add(std::int64_t n) override { return value_.fetch_add(n); }
  std::int64_t bytes_of_concurrent_draw() const override { return 16; }
  void reset(std::int64_t start) override { value_ = start; }
  Traffic traffic() const override { return {}; }

 private:
  std::atomic<std::int64_t> value_{0};
};

TEST(DrawsOfThreads, GiveEveryPositionToOneThreadWithEverySchedule) {
  for (const ScheduleEntry& entry : schedule_table()) {
    SCOPED_TRACE(entry.name);
    constexpr std::int64_t tasks = 211;
    CounterDistributor distributor(std::make_unique<Atomic>(), entry.make(7, 1), Workers{0, 1});
    distributor.begin(tasks);
    std::vector<std::unique_ptr<Distributor>> draws;
    for (int t = 0; t < threads; ++t) {
      draws.push_back(distributor.for_thread());
      ASSERT_NE(draws.back(), nullptr);
      draws.back()->begin(tasks);
    }
    std::vector<std::vector<std::int64_t>> dealt(threads);
    {
      std::vector<std::jthread> workers;
      for (int t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
          while (const auto range = draws[t]->next())
            for (Position p = range->first; p < range->last; ++p) dealt[t].push_back(number(p));
        });
    }
    distributor.finish();
    std::vector<std::int64_t> all, expected(tasks);
    std::int64_t past_end = 0;
    for (int t = 0; t < threads; ++t) {
      all.insert(all.end(), dealt[t].begin(), dealt[t].end());
      past_end += draws[t]->log().past_end;
    }
    std::ranges::sort(all);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(all, expected);
    EXPECT_EQ(past_end, threads);
  }
}

TEST(DrawsOfThreads, AreNoneWhereTheCounterTakesOneAtATime) {
  class OneAtATime : public ForwardingCounter {
   public:
    using ForwardingCounter::ForwardingCounter;
    std::int64_t bytes_of_concurrent_draw() const override { return 0; }
  };
  CounterDistributor distributor(std::make_unique<OneAtATime>(std::make_unique<Atomic>()), FixedSchedule(1));
  EXPECT_EQ(distributor.for_thread(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Disciplines, SharedDealing, ::testing::Values("funneled", "serialized", "multiple"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fockproxy
