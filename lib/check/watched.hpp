// Backends that tell the watchdog which call their rank is in, so that a hang is reported with its place.
#pragma once

#include <memory>
#include <string>

#include "counters/counter.hpp"
#include "matrices/distributed_matrix.hpp"
#include "parallel/watchdog.hpp"

namespace fockproxy::check {

// "row: call" while the call lasts, "row: between calls" otherwise.
class CallLocator {
 public:
  CallLocator(Watchdog& watchdog, const std::string& row) : watchdog_(watchdog), row_(row) {}
  ~CallLocator() { watchdog_.locate("between two rows"); }

  template <class F>
  auto in(const char* call, F f) {
    struct Scope {
      CallLocator& locator;
      ~Scope() { locator.place("between calls"); }
    } scope{*this};
    place(call);
    return f();
  }

 private:
  void place(const char* call) {
    // Two texts in turn: the watchdog may still be reading the other one.
    std::string& text = texts_[turn_ ^= 1];
    text = row_ + ": " + call;
    watchdog_.locate(text.c_str());
  }
  Watchdog& watchdog_;
  std::string row_;
  std::string texts_[2];
  int turn_ = 0;
};

class WatchedCounter : public Counter {
 public:
  WatchedCounter(std::unique_ptr<Counter> counter, CallLocator& locator)
      : counter_(std::move(counter)), locator_(locator) {}

  std::int64_t fetch_add(std::int64_t n) override {
    return locator_.in("drawing", [&] { return counter_->fetch_add(n); });
  }
  void reset(std::int64_t start) override {
    locator_.in("reset", [&] { counter_->reset(start); });
  }
  void finish() override {
    locator_.in(counter_->draws() ? "finish" : "serving the other ranks", [&] { counter_->finish(); });
  }
  bool can_start() const override { return counter_->can_start(); }
  void start_fetch_add(std::int64_t n) override {
    locator_.in("starting a draw", [&] { counter_->start_fetch_add(n); });
  }
  std::int64_t finish_fetch_add() override {
    return locator_.in("finishing a draw", [&] { return counter_->finish_fetch_add(); });
  }
  bool had_arrived() const override { return counter_->had_arrived(); }
  bool draws() const override { return counter_->draws(); }
  int home_rank() const override { return counter_->home_rank(); }
  Traffic traffic() const override { return counter_->traffic(); }

 private:
  std::unique_ptr<Counter> counter_;
  CallLocator& locator_;
};

class WatchedMatrix : public DistributedMatrix {
 public:
  WatchedMatrix(std::unique_ptr<DistributedMatrix> matrix, int ranks, CallLocator& locator)
      : DistributedMatrix(matrix->layout(), ranks), matrix_(std::move(matrix)), locator_(locator) {}

  bool contiguous() const override { return matrix_->contiguous(); }
  void get(std::span<const BlockRead> reads) override {
    locator_.in("get", [&] { matrix_->get(reads); });
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    locator_.in("accumulate", [&] { matrix_->accumulate(updates); });
  }
  void complete() override {
    locator_.in("complete", [&] { matrix_->complete(); });
  }
  void fence() override {
    locator_.in("fence", [&] { matrix_->fence(); });
  }
  void zero() override {
    locator_.in("zero", [&] { matrix_->zero(); });
  }
  void scatter(const Matrix& full) override {
    locator_.in("scatter", [&] { matrix_->scatter(full); });
  }
  Matrix gather() override {
    return locator_.in("gather", [&] { return matrix_->gather(); });
  }

 private:
  std::unique_ptr<DistributedMatrix> matrix_;
  CallLocator& locator_;
};

}  // namespace fockproxy::check
