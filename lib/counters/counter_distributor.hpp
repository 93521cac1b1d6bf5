// Tickets from a shared counter, turned into ids by a schedule.
#pragma once

#include "counters/counter.hpp"
#include "counters/distributor.hpp"

namespace fockproxy {

// Makes one draw from the counter, logged with its time and what the counter says it cost; returns its value. Local.
template <class Draw>
std::int64_t timed_draw(DrawLog& log, const Counter& counter, Draw draw) {
  const std::int64_t bytes = counter.traffic().bytes;
  const std::int64_t value = log.timed(counter.home_rank(), 1, draw);
  log.add(counter.home_rank(), 0, counter.traffic().bytes - bytes, 0);
  return value;
}

// A worker's last draw lies past the end. Ranks that do not work only finish() the counter, and so serve it where that
// is what they are for.
class CounterDistributor : public Distributor {
 public:
  CounterDistributor(std::unique_ptr<Counter> counter, std::shared_ptr<const Schedule> schedule,
                     const Workers& workers);
  // Every rank that draws is a worker.
  CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule);

  void begin(std::int64_t tasks) override;
  std::optional<IdRange> next() override;
  void finish() override;
  bool works() const override { return workers_.works(); }

 private:
  std::unique_ptr<Counter> counter_;
  std::shared_ptr<const Schedule> schedule_;
  Workers workers_;
  std::int64_t tasks_ = 0;
  std::optional<IdRange> share_;
  bool finished_ = true;
};

}  // namespace fockproxy
