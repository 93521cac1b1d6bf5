// A progress strategy on a rank with several threads.
#pragma once

#include "parallel/thread_calls.hpp"
#include "progress/forwarding_progress.hpp"

namespace fockproxy {

// For thread 0: between shell quartets the other threads' calls get their turn, and the strategy its polls, which are
// calls to MPI as any. `calls` must outlive it.
class ThreadProgress final : public ForwardingProgress {
 public:
  ThreadProgress(std::unique_ptr<ProgressStrategy> strategy, ThreadCalls& calls)
      : ForwardingProgress(std::move(strategy)), calls_(calls) {}

  void start() override {
    ForwardingProgress::start();
    left_ = region_.countdown;
    region_.countdown = turn;
  }

 protected:
  // After every batch of quartets: whoever asks sleeps meanwhile.
  std::int64_t poll() override {
    const std::int64_t spent = turn - region_.countdown;
    calls_.turn();
    if (left_ == never) return turn;
    left_ -= spent;
    if (left_ > 0) return turn;
    region_.countdown = left_;
    calls_.call([&] { left_ = ForwardingProgress::poll(); });
    return turn;
  }

 private:
  static constexpr std::int64_t turn = 1;

  ThreadCalls& calls_;
  std::int64_t left_ = never;  // of the strategy's own countdown
};

}  // namespace fockproxy
