// The communication of a draw without rivals, for each counter.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <optional>

#include "counters/counter.hpp"
#include "support/mpi_test.hpp"
#include "support/violations.hpp"

namespace fockproxy::testing {
namespace {

// One draw of the last of n ranks. Bytes: 8 per operand, 8 per result.
std::optional<Traffic> lone_draw(std::string_view counter, int n) {
  const bool rivals = n > 1;
  const int levels = std::bit_width(static_cast<unsigned>(n - 1));
  const std::map<std::string_view, Traffic> expected{
      {"mpi3", {1, 16}},
      {"mpi3-getacc", {1, 16}},
      {"mpi3-cas", {1, 24}},
      {"mpi2", {1 + rivals, 8 * n}},  // all other slots in one run, and the rank's own
      {"helper", {1 + rivals, 8 * n}},
      {"mpi2-tree", {2 * levels, 16 * levels}},
      {"mpi2-mutex", {2 + 2 * (1 + rivals), 16 + 2 * n}},  // a byte of every rank to lock, and again to unlock
      {"mcs-mutex", {2 + 3, 16 + 3 * 16}},                 // enter the queue, check for a successor, leave it
      {"server-rank", {2, 16}},
      {"server-thread", {2 * rivals, 16 * rivals}},  // alone, rank 0 needs no message
      {"ga", {1, 16}},
      {"armci", {1, 16}},
      {"shmem", {1, 16}},
  };
  const auto found = expected.find(counter);
  return found == expected.end() ? std::nullopt : std::optional(found->second);
}

TEST(CounterTraffic, OfALoneDrawIsKnown) {
  constexpr int draws = 3;
  int tried = 0;
  for (const CounterEntry& entry : counter_table()) {
    SCOPED_TRACE(entry.name);
    const bool possible = entry.make && entry.thread_level <= runtime().thread_level_provided() &&
                          world().size() >= entry.min_ranks && is_tested_here(entry);
    if (!possible) continue;
    const auto [counter, reason] = made_or_reason<Counter>([&] { return entry.make({runtime()}); });
    if (!counter) continue;
    ++tried;
    const std::optional<Traffic> each = lone_draw(entry.name, world().size());
    EXPECT_TRUE(each.has_value()) << "tests/counters/counter_traffic_test.cpp does not say what its draw costs";
    if (!each) continue;
    counter->reset(7);
    Traffic expected;
    if (world().rank() == world().size() - 1)
      for (int i = 0; i < draws; ++i) {
        counter->fetch_add(3);
        expected = expected + *each;
      }
    counter->finish();
    world().barrier();  // no rank resets before the draws are done
    EXPECT_EQ(counter->traffic().operations, expected.operations);
    EXPECT_EQ(counter->traffic().bytes, expected.bytes);
  }
  EXPECT_GE(tried, runtime().has_openshmem() ? 1 : 5);
}

// A draw in two halves needs the same communication as a whole one.
TEST(CounterTraffic, OfHalvesIsThatOfAWhole) {
  for (const char* name : {"mpi3", "mpi3-getacc"}) {
    const auto counter = find_counter(name).make({runtime()});
    counter->start_fetch_add(1);
    counter->finish_fetch_add();
    const Traffic halves = counter->traffic();
    counter->fetch_add(1);
    EXPECT_EQ(counter->traffic() - halves, halves) << name;
    world().barrier();
  }
}

}  // namespace
}  // namespace fockproxy::testing
