// What a rank did and when, span by span, in memory that does not grow.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "record/operations.hpp"

namespace fockproxy {

// run: a Fock build or a run of the counter kernel, which holds all others. task: from fetching its blocks to adding
// its last one. flush: completing one's accumulates; idle: waiting for the other ranks; helper: a progress thread's
// time.
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

// Trivially copyable: ranks send it as bytes. -1 stands for what a span does not have.
struct TraceEvent {
  SpanKind kind = SpanKind::run;
  std::int32_t target = -1;   // rank that an operation goes to
  double begin = 0, end = 0;  // now() of the rank
  std::int64_t id = -1;       // task: its id; counter: the first id drawn, -1 when none was left; run: its label
  std::int64_t bytes = -1;
  std::array<std::int32_t, 4> blocks{-1, -1, -1, -1};  // task: I, J, K, L; operation: row and column
};

// The last `capacity` events of one rank. All memory is taken, and touched, at construction. Local; not thread-safe.
class TraceRing {
 public:
  explicit TraceRing(std::size_t capacity);  // at least 1

  // When full, the oldest event makes room. A span is added when it ends: what encloses others comes after them.
  void add(const TraceEvent& event) {
    events_[next_] = event;
    next_ = next_ + 1 == events_.size() ? 0 : next_ + 1;
    ++added_;
  }
  void clear();

  std::vector<TraceEvent> events() const;  // the oldest first
  std::int64_t dropped() const;            // events that are no longer there

 private:
  std::vector<TraceEvent> events_;
  std::size_t next_ = 0;
  std::int64_t added_ = 0;
};

}  // namespace fockproxy
