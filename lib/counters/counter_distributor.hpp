// Draws tickets from a shared counter; a schedule maps them to positions.
#pragma once

#include <atomic>

#include "counters/counter.hpp"
#include "counters/distributor.hpp"

namespace fockproxy {

// Makes a draw from the counter, or half of one (then draws = 0 or 1), and logs its time and the traffic that the
// counter reports. Returns what the draw returns. Local.
template <class Draw>
std::int64_t timed_draw(DrawLog& log, const Counter& counter, Draw draw, int draws = 1) {
  const std::int64_t bytes = counter.traffic().bytes;
  const std::int64_t value = log.timed(counter.home_rank(), draws, draw);
  log.add(counter.home_rank(), 0, counter.traffic().bytes - bytes, 0);
  return value;
}

// With `prefetch` (only if the counter can_start()) the next ticket is drawn before a range is returned, so the draw is
// in flight while the rank computes. Statistics: "prefetched draws", and the number of them that "arrived in time",
// before they were needed. The time of such a draw is that of its two calls. The last draw of a worker is past the end.
// A rank that does not work only calls finish() of the counter; if it is the server, it serves there.
class CounterDistributor : public Distributor {
 public:
  CounterDistributor(std::unique_ptr<Counter> counter, std::shared_ptr<const Schedule> schedule, const Workers& workers,
                     bool prefetch = false);
  // Each rank that draws is a worker.
  CounterDistributor(std::unique_ptr<Counter> counter, FixedSchedule schedule);

  void begin(std::int64_t tasks) override;
  std::optional<PositionRange> next() override;
  void finish() override;
  std::unique_ptr<Distributor> for_thread() override;
  bool works() const override { return workers_.works(); }
  std::vector<Statistic> statistics() const override;

 private:
  class OfThread;
  Ticket draw();
  Ticket finish_draw();
  void draw_ahead();

  std::unique_ptr<Counter> counter_;
  std::shared_ptr<const Schedule> schedule_;
  Workers workers_;
  std::int64_t tasks_ = 0;
  std::optional<PositionRange> share_;
  std::atomic<bool> share_taken_{false};  // by one of the threads of the rank
  bool finished_ = true;
  bool prefetch_;
  bool under_way_ = false;
  std::int64_t prefetched_ = 0, arrived_ = 0;
};

}  // namespace fockproxy
