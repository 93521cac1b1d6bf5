#include "counters/counter_distributor.hpp"

#include <utility>

namespace fockproxy {

CounterDistributor::CounterDistributor(std::unique_ptr<Counter> counter, std::shared_ptr<const Schedule> schedule,
                                       const Workers& workers)
    : counter_(std::move(counter)), schedule_(std::move(schedule)), workers_(workers) {}

CounterDistributor::CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule)
    : counter_(std::move(counter)),
      schedule_(std::make_shared<FixedSchedule>(schedule)),
      workers_{counter_->draws() ? 0 : -1, 1} {}

void CounterDistributor::begin(std::int64_t tasks) {
  finish();
  counter_->reset(0);
  tasks_ = tasks;
  log_.clear();
  if (works()) share_ = schedule_->share(workers_.mine, tasks);
  finished_ = false;
}

std::optional<IdRange> CounterDistributor::next() {
  if (finished_) return std::nullopt;
  if (!works()) {
    finish();
    return std::nullopt;
  }
  if (share_) return std::exchange(share_, std::nullopt);
  const std::int64_t ticket = timed_draw(log_, *counter_, [&] { return counter_->fetch_add(1); });
  const std::optional<IdRange> range = schedule_->range(ticket, tasks_);
  if (!range) {
    ++log_.past_end;
    finish();
  }
  return range;
}

void CounterDistributor::finish() {
  if (finished_) return;
  finished_ = true;
  share_.reset();
  counter_->finish();
}

}  // namespace fockproxy
