#include "record/trace.hpp"

#include <algorithm>

namespace fockproxy {

SpanKind span_kind(OperationKind kind) {
  switch (kind) {
    case OperationKind::counter: return SpanKind::counter;
    case OperationKind::get: return SpanKind::get;
    case OperationKind::accumulate: return SpanKind::accumulate;
    case OperationKind::held_get: return SpanKind::held_get;
    case OperationKind::held_accumulate: return SpanKind::held_accumulate;
  }
  return SpanKind::run;
}

TraceRing::TraceRing(std::size_t capacity) : events_(std::max<std::size_t>(capacity, 1)) {}

void TraceRing::clear() {
  next_ = 0;
  added_ = 0;
}

std::vector<TraceEvent> TraceRing::events() const {
  const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(next_);
  if (added_ < std::ssize(events_)) return {events_.begin(), events_.begin() + next};
  std::vector<TraceEvent> ordered(events_.begin() + next, events_.end());
  ordered.insert(ordered.end(), events_.begin(), events_.begin() + next);
  return ordered;
}

std::int64_t TraceRing::dropped() const { return std::max<std::int64_t>(0, added_ - std::ssize(events_)); }

}  // namespace fockproxy
