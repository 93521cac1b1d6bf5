#include "contracts/counter_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "support/clock.hpp"

namespace fockproxy::contracts {
namespace {

struct Draw {
  std::int64_t value;
  double before, after;  // seconds, on the clock that the measurements use
};

Draw draw_whole(Counter& counter, std::int64_t n) {
  const double before = now();
  const std::int64_t value = counter.fetch_add(n);
  return {value, before, now()};
}

Draw draw_in_halves(Counter& counter, std::int64_t n, std::chrono::microseconds apart) {
  const double before = now();
  counter.start_fetch_add(n);
  if (apart.count() > 0) std::this_thread::sleep_for(apart);
  const std::int64_t value = counter.finish_fetch_add();
  return {value, before, now()};
}

// The communicator of the ranks that draw; null on a serving rank. Collective.
std::unique_ptr<Communicator> drawing_ranks(const Communicator& comm, const Counter& counter) {
  MPI_Comm drawing = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(comm.handle(), counter.draws() ? 0 : MPI_UNDEFINED, comm.rank(), &drawing),
            "MPI_Comm_split");
  if (drawing == MPI_COMM_NULL) return nullptr;
  auto ours = std::make_unique<Communicator>(drawing);
  MPI_Comm_free(&drawing);
  return ours;
}

// Runs `draws` on the ranks that draw, between reset and finish.
void run(const Communicator& comm, Counter& counter, std::int64_t start,
         const std::function<void(const Communicator&)>& draws) {
  const std::unique_ptr<Communicator> drawing = drawing_ranks(comm, counter);
  counter.reset(start);
  if (drawing) draws(*drawing);
  counter.finish();
}

// Collects all ranks' draws on rank 0, in no order. Ranks may have made different numbers of draws.
std::vector<Draw> collect(const Communicator& comm, const std::vector<Draw>& mine) {
  static_assert(sizeof(Draw) == 3 * sizeof(std::int64_t));
  const std::vector<std::int64_t> counts = comm.all_gather(static_cast<std::int64_t>(mine.size()));
  std::vector<Draw> padded = mine;
  padded.resize(*std::max_element(counts.begin(), counts.end()));
  const auto* raw = reinterpret_cast<const std::int64_t*>(padded.data());
  const std::vector<std::int64_t> all = comm.gather(std::span(raw, 3 * padded.size()));
  std::vector<Draw> draws;
  for (std::size_t rank = 0; !all.empty() && rank < counts.size(); ++rank)
    for (std::size_t i = rank * padded.size(); i < rank * padded.size() + counts[rank]; ++i)
      draws.push_back({all[3 * i], std::bit_cast<double>(all[3 * i + 1]), std::bit_cast<double>(all[3 * i + 2])});
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
    if (mine[i].value <= mine[i - 1].value) return {fmt::format("drew {} after {}", mine[i].value, mine[i - 1].value)};
  return {};
}

// Goes from the largest value down: no value may have been drawn wholly after a larger one.
Violations out_of_time(std::vector<Draw> draws) {
  std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.value > b.value; });
  double earliest_end_of_larger = std::numeric_limits<double>::max();
  for (const Draw& d : draws) {
    if (earliest_end_of_larger < d.before) return {fmt::format("{} was drawn wholly after a larger value", d.value)};
    earliest_end_of_larger = std::min(earliest_end_of_larger, d.after);
  }
  return {};
}

// Draws the i-th value of this rank.
using Drawing = std::function<Draw(int rank, int i)>;

struct Plan {
  std::int64_t start;
  int draws;  // per rank
  std::int64_t n;
  bool one_clock;  // whether the clocks of the ranks can be compared
};

Violations every_value_once(const Communicator& comm, Counter& counter, const Plan& plan, const Drawing& draw) {
  const auto [start, draws, n, one_clock] = plan;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = none;
  std::vector<Draw> mine;
  run(comm, counter, start, [&, draws = draws, n = n](const Communicator& drawing) {
    drawing.barrier();  // all begin together, for contention
    for (int i = 0; i < draws; ++i) mine.push_back(draw(drawing.rank(), i));
    drawing.barrier();
    if (drawing.is_root()) last = counter.fetch_add(n);
  });
  last = comm.max(last);
  const std::vector<Draw> all = collect(comm, mine);
  Violations at_root;
  if (comm.is_root()) {
    append(at_root, not_consecutive(all, start, n));
    if (one_clock) append(at_root, out_of_time(all));
    const std::int64_t expected = start + n * static_cast<std::int64_t>(all.size());
    if (all.empty()) at_root.push_back("no rank drew");
    if (last != expected) at_root.push_back(fmt::format("the final value is {} instead of {}", last, expected));
  }
  Violations found = of_all_ranks(comm, not_rising(mine));
  append(found, of_root(comm, at_root));
  return found;
}

Violations starts_where_it_cannot(const Communicator& comm, Counter& counter) {
  Violations mine;
  try {
    counter.start_fetch_add(1);
    mine.push_back("started a draw in two halves, which it says it cannot");
  } catch (const UsageError&) {
  }
  return of_all_ranks(comm, mine);
}

}  // namespace

Violations check_every_value_once(const Communicator& comm, Counter& counter, std::int64_t start, int draws,
                                  std::int64_t n, bool one_clock) {
  return every_value_once(comm, counter, {start, draws, n, one_clock},
                          [&](int, int) { return draw_whole(counter, n); });
}

Violations check_draws_in_two_halves(const Communicator& comm, Counter& counter, int draws, bool one_clock) {
  constexpr std::int64_t start = 3, n = 2;
  // A serving rank starts no draws.
  const bool starts = comm.max(counter.can_start() ? 1 : 0) == 1;
  if (!starts) return starts_where_it_cannot(comm, counter);
  const Violations some_cannot =
      counter.draws() && !counter.can_start() ? Violations{"cannot start a draw, and another rank can"} : Violations{};
  if (const Violations found = of_all_ranks(comm, some_cannot); !found.empty()) return found;
  return every_value_once(comm, counter, {start, draws, n, one_clock}, [&](int rank, int i) {
    if ((rank + i) % 3 == 0) return draw_whole(counter, n);
    return draw_in_halves(counter, n, std::chrono::microseconds((rank + i) % 2 == 0 ? 200 : 0));
  });
}

Violations check_draws_in_turn(const Communicator& comm, Counter& counter) {
  Violations mine;
  run(comm, counter, 0, [&](const Communicator& drawing) {
    for (int turn = 0; turn < 2 * drawing.size(); ++turn) {
      const int whose = turn < drawing.size() ? turn : 2 * drawing.size() - 1 - turn;
      if (whose == drawing.rank())
        if (const std::int64_t value = counter.fetch_add(1); value != turn)
          mine.push_back(fmt::format("drew {} in turn {}", value, turn));
      drawing.barrier();
    }
  });
  return of_all_ranks(comm, mine);
}

Violations check_lone_draws(const Communicator& comm, Counter& counter, int draws) {
  Violations mine;
  counter.reset(8);  // resets again without a draw in between
  run(comm, counter, 9, [](const Communicator&) {});
  for (const bool last : {true, false})
    run(comm, counter, 1, [&](const Communicator& drawing) {
      if (drawing.rank() != (last ? drawing.size() - 1 : 0)) return;
      for (int i = 0; i < draws; ++i)
        if (const std::int64_t value = counter.fetch_add(1); value != 1 + i)
          mine.push_back(fmt::format("drew {} instead of {}, alone", value, 1 + i));
    });
  return of_all_ranks(comm, mine);
}

Violations check_drawing_past_the_end(const Communicator& comm, Counter& counter, std::int64_t tasks) {
  std::vector<std::int64_t> times_drawn(tasks, 0);
  Violations mine;
  run(comm, counter, 0, [&](const Communicator& drawing) {
    std::int64_t value = 0;
    while ((value = counter.fetch_add(1)) < tasks) ++times_drawn[value];
    if (value >= tasks + drawing.size()) mine.push_back(fmt::format("drew {} past the end of {}", value, tasks));
  });
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
  const bool all_draw = comm.min(a.draws() && b.draws() ? 1 : 0) == 1;  // a rank serves one counter at a time
  std::vector<Draw> from_a, from_b;
  a.reset(0);
  b.reset(start_of_b);
  for (int i = 0; all_draw && i < draws; ++i) {
    from_a.push_back(draw_whole(a, 1));
    from_b.push_back(draw_whole(b, 3));
  }
  for (int i = 0; !all_draw && a.draws() && i < draws; ++i) from_a.push_back(draw_whole(a, 1));
  a.finish();
  for (int i = 0; !all_draw && b.draws() && i < draws; ++i) from_b.push_back(draw_whole(b, 3));
  b.finish();
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
      [&] { return check_draws_in_two_halves(comm, counter, draws, one_clock); },
      [&] { return check_draws_in_turn(comm, counter); },
      [&] { return check_lone_draws(comm, counter, draws); },
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
    const std::int64_t first = number(range->first), last = number(range->last);
    if (first < 0 || first >= last || last > tasks) {
      mine.push_back(fmt::format("dealt [{}, {}) of {} tasks", first, last, tasks));
      continue;
    }
    if (!distributor.works()) mine.push_back(fmt::format("does no tasks and was dealt task {}", first));
    for (std::int64_t position = first; position < last; ++position) ++times_dealt[position];
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
