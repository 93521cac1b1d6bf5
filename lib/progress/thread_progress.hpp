// A progress strategy on a rank with several threads.
#pragma once

#include "parallel/thread_calls.hpp"
#include "progress/forwarding_progress.hpp"

namespace fockproxy {

// For thread 0. Between shell quartets it runs the calls of the other threads and the polls of the strategy, which also
// are MPI calls. `calls` must outlive it.
class ThreadProgress final : public ForwardingProgress {
 public:
  ThreadProgress(std::unique_ptr<ProgressStrategy> strategy, ThreadCalls& calls)
      : ForwardingProgress(std::move(strategy)), calls_(calls) {}

  void start() override {
    ForwardingProgress::start();
    left_ = region_.countdown;
    region_.countdown = granted_ = next_grant();
  }

 protected:
  std::int64_t poll() override {
    const std::int64_t spent = granted_ - region_.countdown;
    calls_.turn();
    if (left_ != never) left_ -= spent;
    if (left_ <= 0) {
      region_.countdown = left_;
      calls_.call([&] { left_ = ForwardingProgress::poll(); });
    }
    return granted_ = next_grant();
  }

 private:
  // If the discipline takes turns, a turn follows every batch of quartets, because threads that requested a call sleep
  // until it is made. Otherwise the next poll is that of the strategy.
  std::int64_t next_grant() const { return calls_.takes_turns() ? 1 : left_; }

  ThreadCalls& calls_;
  std::int64_t granted_ = never;
  std::int64_t left_ = never;  // remaining countdown of the strategy
};

}  // namespace fockproxy
