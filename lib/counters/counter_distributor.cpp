#include "counters/counter_distributor.hpp"

#include <cassert>
#include <utility>

namespace fockproxy {

// Draws for one of several threads. The threads share the counter, which allows this, and a flag that tells whether the
// rank's own share has been taken.
class CounterDistributor::OfThread final : public Distributor {
 public:
  explicit OfThread(CounterDistributor& all) : all_(all) {}

  void begin(std::int64_t) override {
    log_.clear();
    dry_ = !works();
  }

  std::optional<PositionRange> next() override {
    if (dry_) return std::nullopt;
    if (all_.share_ && !all_.share_taken_.exchange(true)) return all_.share_;
    Counter& counter = *all_.counter_;
    const Ticket ticket{log_.timed(counter.home_rank(), 1, [&] { return counter.fetch_add(1); })};
    log_.add(counter.home_rank(), 0, counter.bytes_of_concurrent_draw(), 0);
    const auto range = all_.schedule_->range(ticket, all_.tasks_);
    dry_ = !range;
    log_.past_end += dry_;
    return range;
  }

  bool works() const override { return all_.works(); }

 private:
  CounterDistributor& all_;
  bool dry_ = true;
};

std::unique_ptr<Distributor> CounterDistributor::for_thread() {
  if (prefetch_ || counter_->bytes_of_concurrent_draw() == 0) return nullptr;
  return std::make_unique<OfThread>(*this);
}

CounterDistributor::CounterDistributor(std::unique_ptr<Counter> counter, std::shared_ptr<const Schedule> schedule,
                                       const Workers& workers, bool prefetch)
    : counter_(std::move(counter)), schedule_(std::move(schedule)), workers_(workers), prefetch_(prefetch) {}

CounterDistributor::CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule)
    : counter_(std::move(counter)),
      schedule_(std::make_shared<FixedSchedule>(schedule)),
      workers_{counter_->draws() ? 0 : -1, 1},
      prefetch_(false) {}

void CounterDistributor::begin(std::int64_t tasks) {
  finish();
  counter_->reset(0);
  tasks_ = tasks;
  log_.clear();
  prefetched_ = arrived_ = 0;
  if (works()) share_ = schedule_->share(workers_.mine, tasks);
  share_taken_ = false;
  finished_ = false;
}

std::optional<PositionRange> CounterDistributor::next() {
  if (finished_) return std::nullopt;
  if (!works()) {
    finish();
    return std::nullopt;
  }
  std::optional<PositionRange> range = std::exchange(share_, std::nullopt);
  if (!range) range = schedule_->range(draw(), tasks_);
  if (range) {
    draw_ahead();
  } else {
    ++log_.past_end;
    finish();
  }
  return range;
}

Ticket CounterDistributor::draw() {
  if (under_way_) return finish_draw();
  return Ticket{timed_draw(log_, *counter_, [&] { return counter_->fetch_add(1); })};
}

void CounterDistributor::draw_ahead() {
  if (!prefetch_) return;
  assert(!under_way_);
  const auto start = [&]() -> std::int64_t {
    counter_->start_fetch_add(1);
    return 0;
  };
  timed_draw(log_, *counter_, start);
  under_way_ = true;
  ++prefetched_;
}

Ticket CounterDistributor::finish_draw() {
  assert(under_way_);
  under_way_ = false;
  const Ticket ticket{timed_draw(log_, *counter_, [&] { return counter_->finish_fetch_add(); }, 0)};
  arrived_ += counter_->had_arrived();
  return ticket;
}

std::vector<Statistic> CounterDistributor::statistics() const {
  if (!prefetch_) return {};
  return {{"prefetched draws", prefetched_}, {"arrived in time", arrived_}};
}

void CounterDistributor::finish() {
  if (finished_) return;
  finished_ = true;
  share_.reset();
  if (under_way_) finish_draw();  // its value is unused: the build ends early
  counter_->finish();
}

}  // namespace fockproxy
