// Progress "poll": the computing rank itself calls MPI at intervals.
#include <algorithm>

#include "progress/progress_strategy.hpp"
#include "support/clock.hpp"

namespace fockproxy {
namespace {

// The clock is read only at polls. The time between two polls, and the cost computed in it, give the cost per interval.
class Poll : public ProgressStrategy {
 public:
  explicit Poll(const ProgressContext& context)
      : call_(context.options.poll_by->make(context.runtime)),
        interval_(context.options.poll_interval),
        burst_(context.options.poll_burst) {}

  void start() override {
    report_ = {};
    region_.computing = 0;
    region_.countdown = granted_ = next_grant();  // uses the rate from the previous region
  }
  void stop() override {
    region_.countdown = never;
    call_->finish();
  }

 protected:
  std::int64_t poll() override {
    const double before = now();
    learn(granted_ - region_.countdown, region_.computing + before - region_.resumed);
    for (int i = 0; i < burst_; ++i) call_->call();  // a call may serve only one message, hence the burst
    serve_others();
    const double after = now();
    ++report_.polls;
    report_.poll_seconds += after - before;
    region_.computing = 0;
    region_.resumed = after;
    return granted_ = next_grant();
  }

 private:
  // The time per unit of cost differs between quartets, hence a mean. A longer mean would suffer from an interruption.
  void learn(std::int64_t cost, double seconds) {
    if (seconds <= 0) return;
    const double rate = static_cast<double>(cost) / seconds;
    rate_ = rate_ == 0 ? rate : rate_ + memory * (rate - rate_);
  }

  std::int64_t next_grant() const {
    if (rate_ == 0) return first_grant;
    // At most tenfold, because the first rate comes from a few quartets and may be far too high.
    const double wanted = std::clamp(rate_ * interval_, 1.0, 1e15);
    return static_cast<std::int64_t>(granted_ == 0 ? wanted : std::min(wanted, 10.0 * static_cast<double>(granted_)));
  }

  static constexpr std::int64_t first_grant = 1000;
  static constexpr double memory = 0.2;  // weight of the latest interval in the rate

  std::unique_ptr<PollCall> call_;
  double interval_;
  int burst_;
  double rate_ = 0;  // cost per second; 0: not known yet
  std::int64_t granted_ = 0;
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_poll(const ProgressContext& context) { return std::make_unique<Poll>(context); }

}  // namespace fockproxy
