// Base class for wrappers of a Counter: a wrapper overrides only what it changes.
#pragma once

#include <memory>
#include <utility>

#include "counters/counter.hpp"

namespace fockproxy {

// Forwards each call to another counter, which it owns or which must outlive it. Collectivity and errors are those of
// that counter.
class ForwardingCounter : public Counter {
 public:
  explicit ForwardingCounter(std::unique_ptr<Counter> counter) : owned_(std::move(counter)), counter_(*owned_) {}
  explicit ForwardingCounter(Counter& counter) : counter_(counter) {}

  std::int64_t fetch_add(std::int64_t n) override { return counter_.fetch_add(n); }
  std::int64_t bytes_of_concurrent_draw() const override { return counter_.bytes_of_concurrent_draw(); }
  void reset(std::int64_t start) override { counter_.reset(start); }
  void finish() override { counter_.finish(); }
  bool can_start() const override { return counter_.can_start(); }
  void start_fetch_add(std::int64_t n) override { counter_.start_fetch_add(n); }
  std::int64_t finish_fetch_add() override { return counter_.finish_fetch_add(); }
  bool had_arrived() const override { return counter_.had_arrived(); }
  bool draws() const override { return counter_.draws(); }
  int home_rank() const override { return counter_.home_rank(); }
  Traffic traffic() const override { return counter_.traffic(); }

 private:
  std::unique_ptr<Counter> owned_;
  Counter& counter_;
};

}  // namespace fockproxy
