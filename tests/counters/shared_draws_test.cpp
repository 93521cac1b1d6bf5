// One dealing for several threads: every position once, every draw logged once.
#include "counters/shared_draws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace fockproxy {
namespace {

constexpr int threads = 4;

// Deals positions in runs of `chunk`, and notices two threads at once in it.
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
    next_ = range.last;
    return range;
  }
  std::vector<Statistic> statistics() const override { return {{"runs", log_.draws()}}; }

 private:
  std::int64_t chunk_, tasks_ = 0, next_ = 0;
  std::mutex entered_;
};

class SharedDealing : public ::testing::TestWithParam<std::string_view> {};

TEST_P(SharedDealing, GivesEveryPositionToOneThread) {
  for (const std::int64_t chunk : {1, 7, 1000})
    for (const std::int64_t tasks : {0, 1, 211}) {
      SCOPED_TRACE("chunk " + std::to_string(chunk) + ", tasks " + std::to_string(tasks));
      const auto calls = Choice<ThreadCallsEntry>(GetParam())->make();
      Runs runs(chunk);
      SharedDraws shared(runs, *calls);
      std::vector<ThreadDraws> draws;
      for (int t = 0; t < threads; ++t) draws.emplace_back(shared, t == 0);
      runs.begin(tasks);
      shared.begin();
      for (ThreadDraws& of_thread : draws) of_thread.begin(tasks);

      std::vector<std::vector<std::int64_t>> dealt(threads);
      const auto work = [&](int t) {
        while (const auto range = draws[t].next())
          for (std::int64_t p = range->first; p < range->last; ++p) dealt[t].push_back(p);
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
      std::vector<std::int64_t> all, expected(static_cast<std::size_t>(tasks));
      for (const auto& list : dealt) all.insert(all.end(), list.begin(), list.end());
      std::ranges::sort(all);
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(all, expected);

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
}

INSTANTIATE_TEST_SUITE_P(Disciplines, SharedDealing, ::testing::Values("funneled", "serialized", "multiple"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fockproxy
