// The activities of a rank with their times, as spans in memory of fixed size.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "record/operations.hpp"

namespace fockproxy {

// run: a Fock build or a run of the counter kernel; it encloses all other spans. task: from the get of its blocks to
// the last accumulate. flush: completion of the own accumulates. idle: waiting for the other ranks. helper: time of a
// progress thread.
enum class SpanKind : std::uint8_t {
  run,
  task,
  compute,
  counter,
  get,
  accumulate,
  held_get,
  held_accumulate,
  flush,
  idle,
  helper
};
inline constexpr std::array<std::string_view, 11> span_names = {
    "run", "task", "compute", "counter", "get", "accumulate", "held get", "held accumulate", "flush", "idle", "helper"};
SpanKind span_kind(OperationKind kind);

// Trivially copyable: ranks send it as bytes. -1 means that a span has no such value.
struct TraceEvent {
  SpanKind kind = SpanKind::run;
  std::int32_t target = -1;   // the target of an operation
  double begin = 0, end = 0;  // now() of the rank
  std::int64_t id = -1;       // task: its id; counter: the first position drawn, -1 if none was left; run: its label
  std::int64_t bytes = -1;
  std::array<std::int32_t, 4> blocks{-1, -1, -1, -1};  // task: I, J, K, L; operation: row and column
};

// The last `capacity` events of one rank. The constructor allocates and touches all memory. Local; not thread-safe.
class TraceRing {
 public:
  explicit TraceRing(std::size_t capacity);  // at least 1

  // If the ring is full, the oldest event is dropped. A span is added at its end, so an enclosing span comes after the
  // spans inside it.
  void add(const TraceEvent& event) {
    events_[next_] = event;
    next_ = next_ + 1 == events_.size() ? 0 : next_ + 1;
    ++added_;
  }
  void clear();

  std::vector<TraceEvent> events() const;  // the oldest first
  std::int64_t dropped() const;            // events that were dropped

 private:
  std::vector<TraceEvent> events_;
  std::size_t next_ = 0;
  std::int64_t added_ = 0;
};

}  // namespace fockproxy
