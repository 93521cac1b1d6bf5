// What a wrapper of a ProgressStrategy derives from, so that it changes only what it overrides.
#pragma once

#include <memory>
#include <utility>

#include "progress/progress_strategy.hpp"

namespace fockproxy {

// Passes every call on to the strategy it owns. The countdown, which the computation runs down without a virtual call,
// is handed to that strategy at each poll and taken back after it.
class ForwardingProgress : public ProgressStrategy {
 public:
  explicit ForwardingProgress(std::unique_ptr<ProgressStrategy> strategy) : strategy_(std::move(strategy)) {}

  void start() override {
    strategy_->start();
    region_ = strategy_->region_;
    report_ = strategy_->report_;
  }
  void stop() override {
    strategy_->stop();
    region_ = strategy_->region_;
    report_ = strategy_->report_;
  }

 protected:
  std::int64_t poll() override {
    strategy_->region_ = region_;
    const std::int64_t next = strategy_->poll();
    region_ = strategy_->region_;
    return next;
  }

 private:
  std::unique_ptr<ProgressStrategy> strategy_;
};

}  // namespace fockproxy
