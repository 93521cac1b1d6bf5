// Three numbers that say which task is meant, and are easily taken for one another.
#pragma once

#include <cassert>
#include <cstdint>

namespace fockproxy {

// What a counter deals: the number of a draw. A schedule says which positions it stands for.
enum class Ticket : std::int64_t {};
// A place in the order in which tasks are dealt out. The order of a build says which task stands there.
enum class Position : std::int64_t {};
// A task's own number, which says nothing of when it is done. The task space of a build says which blocks it has.
enum class TaskId : std::int64_t {};

constexpr std::int64_t number(Ticket ticket) { return static_cast<std::int64_t>(ticket); }
constexpr std::int64_t number(Position position) { return static_cast<std::int64_t>(position); }
constexpr std::int64_t number(TaskId id) { return static_cast<std::int64_t>(id); }

// Half-open range of positions.
struct PositionRange {
  std::int64_t first;
  std::int64_t last;

  bool empty() const { return first == last; }
  // The first of them, which is then no longer in the range. Precondition: not empty.
  Position take() {
    assert(first < last);
    return Position{first++};
  }
};

}  // namespace fockproxy
