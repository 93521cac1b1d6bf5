// Calls of many threads: each is made once, in the thread and with the concurrency that the discipline allows.
#include "parallel/thread_calls.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

namespace fockproxy {
namespace {

using namespace std::chrono_literals;

constexpr int others = 3;
constexpr int calls_of_each = 500;

class EveryDiscipline : public ::testing::TestWithParam<const ThreadCallsEntry*> {};

std::vector<const ThreadCallsEntry*> disciplines() {
  std::vector<const ThreadCallsEntry*> entries;
  for (const ThreadCallsEntry& entry : thread_calls_table()) entries.push_back(&entry);
  return entries;
}

std::string name_of(const ::testing::TestParamInfo<const ThreadCallsEntry*>& info) {
  return std::string(info.param->name);
}

// What was observed in the calls of a run.
struct Seen {
  std::atomic<int> made{0}, inside{0}, most_inside{0}, by_main{0};
};

void run_threads(ThreadCalls& calls, Seen& seen, bool main_calls_too) {
  const std::thread::id main = std::this_thread::get_id();
  const auto call = [&] {
    const int now_inside = ++seen.inside;
    int most = seen.most_inside;
    while (now_inside > most && !seen.most_inside.compare_exchange_weak(most, now_inside)) {
    }
    ++seen.made;
    seen.by_main += std::this_thread::get_id() == main;
    --seen.inside;
  };
  std::vector<std::jthread> threads;
  for (int t = 0; t < others; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < calls_of_each; ++i) {
        calls.call(call);
        calls.turn();  // not for these threads, so it does nothing
      }
      calls.end();
    });
  if (main_calls_too)
    for (int i = 0; i < calls_of_each; ++i) {
      calls.call(call);
      calls.turn();
    }
  calls.serve_until_ended(others);
}

TEST_P(EveryDiscipline, MakesEveryCallOnceAndWhereItMay) {
  const auto calls = GetParam()->make();
  for (const bool main_calls_too : {true, false, true}) {  // again, because it is used for build after build
    Seen seen;
    run_threads(*calls, seen, main_calls_too);
    const int all = (others + main_calls_too) * calls_of_each;
    EXPECT_EQ(seen.made, all);
    if (!GetParam()->at_once) {
      EXPECT_EQ(seen.most_inside, 1);
    }
    if (GetParam()->thread_level == MPI_THREAD_FUNNELED) {
      EXPECT_EQ(seen.by_main, all);
    }
  }
}

TEST_P(EveryDiscipline, LetsTwoInTogetherOnlyWhereItSaysSo) {
  const auto calls = GetParam()->make();
  std::atomic<int> arrived{0}, met{0};
  const auto meet = [&] {
    ++arrived;
    for (int i = 0; i < 200 && arrived < 2; ++i) std::this_thread::sleep_for(1ms);
    met += arrived == 2;
    std::this_thread::sleep_for(5ms);
    if (!GetParam()->at_once) --arrived;
  };
  std::jthread other([&] {
    calls->call(meet);
    calls->end();
  });
  calls->call(meet);
  calls->serve_until_ended(1);
  other.join();
  EXPECT_EQ(met, GetParam()->at_once ? 2 : 0);
}

// The caller may reuse what its call wrote as soon as the call returns.
TEST_P(EveryDiscipline, ReturnsAfterTheCallWasMade) {
  const auto calls = GetParam()->make();
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < others; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < calls_of_each; ++i) {
          int result = -1;
          calls->call([&] { result = t * calls_of_each + i; });
          wrong += result != t * calls_of_each + i;
        }
        calls->end();
      });
    calls->serve_until_ended(others);
  }
  EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryDiscipline, ::testing::ValuesIn(disciplines()), name_of);

TEST(ThreadCalls, UnknownNamesAreRefusedWithTheKnownOnes) {
  try {
    const Choice<ThreadCallsEntry> choice("single");
    FAIL() << "taken: " << choice.name();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "unknown discipline of threads 'single'; known: funneled, serialized, multiple");
  }
}

}  // namespace
}  // namespace fockproxy
