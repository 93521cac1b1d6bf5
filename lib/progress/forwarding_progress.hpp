// The base class of wrappers of a ProgressStrategy. A wrapper overrides only the functions that it changes.
#pragma once

#include <memory>
#include <utility>

#include "progress/progress_strategy.hpp"

namespace fockproxy {

// Forwards each call to the strategy that it owns. The computation decrements the countdown without a virtual call.
// Each poll passes the countdown to the owned strategy and takes it back afterwards.
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
