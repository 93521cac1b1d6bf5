// Backends that tell the watchdog the current call of their rank, so that a report of a hang has its place.
#pragma once

#include <memory>
#include <string>

#include "counters/forwarding_counter.hpp"
#include "counters/forwarding_distributor.hpp"
#include "matrices/forwarding_matrix.hpp"
#include "parallel/watchdog.hpp"
#include "progress/forwarding_progress.hpp"

namespace fockproxy::check {

// Locates "row: call" during a call, and "row: between calls" otherwise.
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
    // Two texts are used alternately, because the watchdog may still read the other one.
    std::string& text = texts_[turn_ ^= 1];
    text = row_ + ": " + call;
    watchdog_.locate(text.c_str());
  }
  Watchdog& watchdog_;
  std::string row_;
  std::string texts_[2];
  int turn_ = 0;
};

class WatchedCounter : public ForwardingCounter {
 public:
  WatchedCounter(std::unique_ptr<Counter> counter, CallLocator& locator)
      : ForwardingCounter(std::move(counter)), locator_(locator) {}

  std::int64_t fetch_add(std::int64_t n) override {
    return locator_.in("drawing", [&] { return ForwardingCounter::fetch_add(n); });
  }
  void reset(std::int64_t start) override {
    locator_.in("reset", [&] { ForwardingCounter::reset(start); });
  }
  void finish() override {
    locator_.in(draws() ? "finish" : "serving the other ranks", [&] { ForwardingCounter::finish(); });
  }
  void start_fetch_add(std::int64_t n) override {
    locator_.in("starting a draw", [&] { ForwardingCounter::start_fetch_add(n); });
  }
  std::int64_t finish_fetch_add() override {
    return locator_.in("finishing a draw", [&] { return ForwardingCounter::finish_fetch_add(); });
  }

 private:
  CallLocator& locator_;
};

class WatchedDistributor : public ForwardingDistributor {
 public:
  WatchedDistributor(std::unique_ptr<Distributor> distributor, CallLocator& locator)
      : ForwardingDistributor(std::move(distributor)), locator_(locator) {}

  void begin(std::int64_t tasks) override {
    locator_.in("beginning a dealing", [&] { ForwardingDistributor::begin(tasks); });
  }
  std::optional<PositionRange> next() override {
    return locator_.in("drawing", [&] { return ForwardingDistributor::next(); });
  }
  void finish() override {
    locator_.in("leaving a dealing", [&] { ForwardingDistributor::finish(); });
  }

 private:
  CallLocator& locator_;
};

class WatchedProgress : public ForwardingProgress {
 public:
  WatchedProgress(std::unique_ptr<ProgressStrategy> strategy, CallLocator& locator)
      : ForwardingProgress(std::move(strategy)), locator_(locator) {}

  void start() override {
    locator_.in("starting the progress strategy", [&] { ForwardingProgress::start(); });
  }
  void stop() override {
    locator_.in("stopping the progress strategy", [&] { ForwardingProgress::stop(); });
  }

 private:
  CallLocator& locator_;
};

class WatchedMatrix : public ForwardingMatrix {
 public:
  WatchedMatrix(std::unique_ptr<DistributedMatrix> matrix, CallLocator& locator)
      : ForwardingMatrix(std::move(matrix)), locator_(locator) {}

  void get(std::span<const BlockRead> reads) override {
    locator_.in("get", [&] { ForwardingMatrix::get(reads); });
  }
  void start_get(std::span<const BlockRead> reads) override {
    locator_.in("starting a get", [&] { ForwardingMatrix::start_get(reads); });
  }
  void finish_get() override {
    locator_.in("finishing a get", [&] { ForwardingMatrix::finish_get(); });
  }
  void accumulate(std::span<const BlockUpdate> updates) override {
    locator_.in("accumulate", [&] { ForwardingMatrix::accumulate(updates); });
  }
  void complete() override {
    locator_.in("complete", [&] { ForwardingMatrix::complete(); });
  }
  void fence() override {
    locator_.in("fence", [&] { ForwardingMatrix::fence(); });
  }
  void zero() override {
    locator_.in("zero", [&] { ForwardingMatrix::zero(); });
  }
  void set_panel(const Matrix& own) override {
    locator_.in("storing panels", [&] { ForwardingMatrix::set_panel(own); });
  }
  void read_panel(void* to) override {
    locator_.in("reading panels", [&] { ForwardingMatrix::read_panel(to); });
  }

 private:
  CallLocator& locator_;
};

}  // namespace fockproxy::check
