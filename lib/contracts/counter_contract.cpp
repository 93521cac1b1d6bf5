#include "contracts/counter_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace fockproxy::contracts {
namespace {

struct Draw {
  std::int64_t value;
  std::int64_t before, after;  // nanoseconds of the steady clock
};

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

Draw draw(Counter& counter, std::int64_t n) {
  const std::int64_t before = now();
  const std::int64_t value = counter.fetch_add(n);
  return {value, before, now()};
}

// Every rank's draws on rank 0, in no order.
std::vector<Draw> collect(const Communicator& comm, const std::vector<Draw>& mine) {
  static_assert(sizeof(Draw) == 3 * sizeof(std::int64_t));
  const auto* raw = reinterpret_cast<const std::int64_t*>(mine.data());
  const std::vector<std::int64_t> all = comm.gather(std::span(raw, 3 * mine.size()));
  std::vector<Draw> draws(all.size() / 3);
  for (std::size_t i = 0; i < draws.size(); ++i) draws[i] = {all[3 * i], all[3 * i + 1], all[3 * i + 2]};
  return draws;
}

Violations not_consecutive(std::vector<Draw> draws, std::int64_t start, std::int64_t n) {
  std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.value < b.value; });
  Violations found;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const std::int64_t expected = start + static_cast<std::int64_t>(i) * n;
    if (draws[i].value == expected) continue;
    found.push_back(fmt::format("the {}-th smallest value is {} instead of {}", i, draws[i].value, expected));
    break;
  }
  return found;
}

Violations not_rising(const std::vector<Draw>& mine) {
  for (std::size_t i = 1; i < mine.size(); ++i)
    if (mine[i].value <= mine[i - 1].value)
      return {fmt::format("drew {} after {}", mine[i].value, mine[i - 1].value)};
  return {};
}

// Walks down the values: none may have been drawn wholly after a larger one.
Violations out_of_time(std::vector<Draw> draws) {
  std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.value > b.value; });
  std::int64_t earliest_end_of_larger = std::numeric_limits<std::int64_t>::max();
  for (const Draw& d : draws) {
    if (earliest_end_of_larger < d.before) return {fmt::format("{} was drawn wholly after a larger value", d.value)};
    earliest_end_of_larger = std::min(earliest_end_of_larger, d.after);
  }
  return {};
}

}  // namespace

Violations check_every_value_once(const Communicator& comm, Counter& counter, std::int64_t start, int draws,
                                  std::int64_t n, bool one_clock) {
  counter.reset(start);
  comm.barrier();  // all at once: contention is the point
  std::vector<Draw> mine;
  for (int i = 0; i < draws; ++i) mine.push_back(draw(counter, n));
  comm.barrier();
  const std::vector<Draw> all = collect(comm, mine);
  Violations at_root;
  if (comm.is_root()) {
    append(at_root, not_consecutive(all, start, n));
    if (one_clock) append(at_root, out_of_time(all));
    const std::int64_t last = counter.fetch_add(n);
    const std::int64_t expected = start + n * static_cast<std::int64_t>(all.size());
    if (last != expected) at_root.push_back(fmt::format("the final value is {} instead of {}", last, expected));
  }
  Violations found = of_all_ranks(comm, not_rising(mine));
  append(found, of_root(comm, at_root));
  return found;
}

Violations check_draws_in_turn(const Communicator& comm, Counter& counter) {
  counter.reset(0);
  Violations mine;
  for (int turn = 0; turn < 2 * comm.size(); ++turn) {
    const int whose = turn < comm.size() ? turn : 2 * comm.size() - 1 - turn;
    if (whose == comm.rank())
      if (const std::int64_t value = counter.fetch_add(1); value != turn)
        mine.push_back(fmt::format("drew {} in turn {}", value, turn));
    comm.barrier();
  }
  return of_all_ranks(comm, mine);
}

Violations check_drawing_past_the_end(const Communicator& comm, Counter& counter, std::int64_t tasks) {
  counter.reset(0);
  std::vector<std::int64_t> times_drawn(tasks, 0);
  Violations mine;
  std::int64_t value = 0;
  while ((value = counter.fetch_add(1)) < tasks) ++times_drawn[value];
  if (value >= tasks + comm.size()) mine.push_back(fmt::format("drew {} past the end of {}", value, tasks));
  comm.reduce_all(std::span(times_drawn), MPI_SUM);
  for (std::int64_t v = 0; v < tasks; ++v)
    if (times_drawn[v] != 1) {
      mine.push_back(fmt::format("value {} was drawn {} times", v, times_drawn[v]));
      break;
    }
  return of_all_ranks(comm, mine);
}

Violations check_two_counters(const Communicator& comm, Counter& a, Counter& b) {
  constexpr int draws = 5;
  constexpr std::int64_t start_of_b = 1000;
  a.reset(0);
  b.reset(start_of_b);
  std::vector<Draw> from_a, from_b;
  for (int i = 0; i < draws; ++i) {
    from_a.push_back(draw(a, 1));
    from_b.push_back(draw(b, 3));
  }
  Violations at_root = not_consecutive(collect(comm, from_a), 0, 1);
  append(at_root, not_consecutive(collect(comm, from_b), start_of_b, 3));
  return of_root(comm, at_root);
}

Violations check_counter(const Communicator& comm, Counter& counter, Counter& other, int draws, bool one_clock) {
  constexpr std::int64_t far = (std::int64_t{1} << 33) + 7;
  const std::function<Violations()> checks[] = {
      [&] { return check_every_value_once(comm, counter, 0, draws, 1, one_clock); },
      [&] { return check_every_value_once(comm, counter, 5, draws, 3, one_clock); },
      [&] { return check_every_value_once(comm, counter, far, draws, 1, one_clock); },
      [&] { return check_draws_in_turn(comm, counter); },
      [&] { return check_drawing_past_the_end(comm, counter, draws); },
      [&] { return check_drawing_past_the_end(comm, counter, 0); },
      [&] { return check_two_counters(comm, counter, other); },
  };
  for (const auto& check : checks)
    if (const Violations found = check(); !found.empty()) return found;
  return {};
}

Violations check_dealing(const Communicator& comm, Distributor& distributor, std::int64_t tasks) {
  distributor.begin(tasks);
  std::vector<std::int64_t> times_dealt(tasks, 0);
  Violations mine;
  while (const auto range = distributor.next()) {
    if (range->first < 0 || range->first >= range->last || range->last > tasks) {
      mine.push_back(fmt::format("dealt [{}, {}) of {} tasks", range->first, range->last, tasks));
      continue;
    }
    for (std::int64_t id = range->first; id < range->last; ++id) ++times_dealt[id];
    if (comm.rank() % 2 == 1) std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  if (distributor.next()) mine.push_back("dealt a range after the end");
  comm.reduce_all(std::span(times_dealt), MPI_SUM);
  for (std::int64_t id = 0; id < tasks; ++id)
    if (times_dealt[id] != 1) {
      mine.push_back(fmt::format("task {} of {} was dealt {} times", id, tasks, times_dealt[id]));
      break;
    }
  return of_all_ranks(comm, mine);
}

Violations check_distributor(const Communicator& comm, Distributor& distributor, std::int64_t many) {
  for (const std::int64_t tasks : {many, std::int64_t{0}, std::int64_t{comm.size()} - 1, many})
    if (const Violations found = check_dealing(comm, distributor, tasks); !found.empty()) return found;
  return {};
}

}  // namespace fockproxy::contracts
