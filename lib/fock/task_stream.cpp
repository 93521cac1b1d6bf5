#include "fock/task_stream.hpp"

#include "support/clock.hpp"

namespace fockproxy {

std::optional<std::int64_t> TaskStream::next_id() {
  while (position_ == end_) {
    const double asked = trace_ == nullptr ? 0 : now();
    const auto range = work_.next();
    if (trace_ != nullptr) trace_->add({SpanKind::counter, home_, asked, now(), range ? range->first : -1});
    if (!range) return std::nullopt;
    position_ = range->first;
    end_ = range->last;
  }
  return order_.id(position_++);
}

}  // namespace fockproxy
