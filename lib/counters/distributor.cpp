#include "counters/distributor.hpp"

namespace fockproxy {

CounterDistributor::CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule)
    : counter_(std::move(counter)), schedule_(schedule) {}

void CounterDistributor::begin(std::int64_t tasks) {
  counter_->reset(0);
  tasks_ = tasks;
  draws_ = 0;
  finished_ = false;
}

std::optional<IdRange> CounterDistributor::next() {
  if (finished_) return std::nullopt;
  const std::int64_t ticket = counter_->fetch_add(1);
  ++draws_;
  const std::optional<IdRange> range = schedule_.range(ticket, tasks_);
  finished_ = !range;
  return range;
}

StaticDistributor::StaticDistributor(int rank, int ranks, FixedSchedule schedule)
    : rank_(rank), ranks_(ranks), schedule_(schedule) {}

void StaticDistributor::begin(std::int64_t tasks) {
  tasks_ = tasks;
  ticket_ = rank_;
}

std::optional<IdRange> StaticDistributor::next() {
  const std::optional<IdRange> range = schedule_.range(ticket_, tasks_);
  if (range) ticket_ += ranks_;
  return range;
}

}  // namespace fockproxy
