#include "fock/task_stream.hpp"

#include "support/clock.hpp"

namespace fockproxy {

std::optional<NumberedTask> TaskStream::next() {
  while (drawn_.first == drawn_.last) {
    const double asked = trace_ == nullptr ? 0 : now();
    const auto range = work_.next();
    if (trace_ != nullptr) trace_->add({SpanKind::counter, home_, asked, now(), range ? range->first : -1});
    if (!range) return std::nullopt;
    drawn_ = *range;
  }
  const TaskId id = plan_.order().id(Position{drawn_.first++});
  return NumberedTask{id, plan_.space().task(id)};
}

}  // namespace fockproxy
