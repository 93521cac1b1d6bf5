// Three numbers that identify a task. They have different types, so the compiler detects if one is used for another.
#pragma once

#include <cassert>
#include <cstdint>

namespace fockproxy {

// A value of a counter: the number of a draw. A schedule maps it to positions.
enum class Ticket : std::int64_t {};
// A place in the order in which tasks are dealt out. The order of a build maps it to a task.
enum class Position : std::int64_t {};
// The number of a task, independent of the order. The task space of a build maps it to blocks.
enum class TaskId : std::int64_t {};

constexpr std::int64_t number(Ticket ticket) { return static_cast<std::int64_t>(ticket); }
constexpr std::int64_t number(Position position) { return static_cast<std::int64_t>(position); }
constexpr std::int64_t number(TaskId id) { return static_cast<std::int64_t>(id); }

constexpr Position& operator++(Position& position) { return position = Position{number(position) + 1}; }

// Half-open range of positions.
struct PositionRange {
  Position first{};
  Position last{};

  constexpr PositionRange() = default;
  // From the numbers of its ends, as schedules compute them.
  constexpr PositionRange(std::int64_t first_number, std::int64_t last_number)
      : first{first_number}, last{last_number} {}

  bool empty() const { return first == last; }
  // Removes the first position from the range and returns it. Precondition: not empty.
  Position take() {
    assert(first < last);
    const Position taken = first;
    ++first;
    return taken;
  }
};

}  // namespace fockproxy
