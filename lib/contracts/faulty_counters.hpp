// Negative controls: counters with one fault each, which the checks must detect on every run.
#pragma once

#include <optional>
#include <utility>

#include "counters/forwarding_counter.hpp"

namespace fockproxy::contracts {

// Not atomic: get, then put. The race does not depend on chance: in its first draw after a reset every rank waits
// between its get and its put until all ranks have got the same value. So every rank must draw at least once after each
// reset, without collective calls before that draw. With one rank there is no race, and the counter counts correctly.
class NonAtomicCounter : public Counter {
 public:
  explicit NonAtomicCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window}),
        meeting_(context.runtime.world().handle()) {}

  std::int64_t fetch_add(std::int64_t n) override {
    std::int64_t value = 0;
    check_mpi(MPI_Get(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Get");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
    if (first_) meeting_.barrier();
    first_ = false;
    put(value + n);
    return value;
  }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    if (window_.comm().is_root()) put(start);
    first_ = true;
    window_.comm().barrier();
  }

  Traffic traffic() const override { return {}; }

 private:
  void put(std::int64_t value) {
    check_mpi(MPI_Put(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Put");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
  }

  Window window_;
  Window::Place home_ = window_.at(0);
  Communicator meeting_;
  bool first_ = true;
};

// A fault in fetch_add() of a real counter. A draw in two halves has it too, in the first half.
class FaultyCounter : public ForwardingCounter {
 public:
  using ForwardingCounter::ForwardingCounter;
  std::int64_t fetch_add(std::int64_t n) override = 0;
  void start_fetch_add(std::int64_t n) override { drawn_ = fetch_add(n); }
  std::int64_t finish_fetch_add() override { return drawn_; }
  bool had_arrived() const override { return true; }

 private:
  std::int64_t drawn_ = 0;
};

// The rank that draws the ticket `victim` does not get it and draws again.
class DroppingCounter : public FaultyCounter {
 public:
  DroppingCounter(std::unique_ptr<Counter> counter, std::int64_t victim)
      : FaultyCounter(std::move(counter)), victim_(victim) {}

  std::int64_t fetch_add(std::int64_t n) override {
    const std::int64_t value = ForwardingCounter::fetch_add(n);
    return value <= victim_ && victim_ < value + n ? ForwardingCounter::fetch_add(n) : value;
  }

 private:
  std::int64_t victim_;
};

// The rank that draws the ticket `victim` gets it again at its next draw, without a draw.
class RepeatingCounter : public FaultyCounter {
 public:
  RepeatingCounter(std::unique_ptr<Counter> counter, std::int64_t victim)
      : FaultyCounter(std::move(counter)), victim_(victim) {}

  std::int64_t fetch_add(std::int64_t n) override {
    if (again_) return *std::exchange(again_, std::nullopt);
    const std::int64_t value = ForwardingCounter::fetch_add(n);
    if (value <= victim_ && victim_ < value + n) again_ = value;
    return value;
  }
  void reset(std::int64_t start) override {
    ForwardingCounter::reset(start);
    again_.reset();
  }

 private:
  std::int64_t victim_;
  std::optional<std::int64_t> again_;
};

// Draws two tickets at a time and keeps the second for its next draw. Every value occurs once, and the values of each
// rank rise. But a value may be older than one that another rank drew before, so the counter is not linearizable. With
// one rank the fault cannot be detected.
class HoardingCounter : public FaultyCounter {
 public:
  using FaultyCounter::FaultyCounter;

  std::int64_t fetch_add(std::int64_t n) override {
    if (kept_) return *std::exchange(kept_, std::nullopt);
    const std::int64_t value = ForwardingCounter::fetch_add(2 * n);
    kept_ = value + n;
    return value;
  }
  void reset(std::int64_t start) override {
    ForwardingCounter::reset(start);
    kept_.reset();
  }

 private:
  std::optional<std::int64_t> kept_;
};

// Draws again in the second half of a draw, so the value of the first half is lost.
class TwiceDrawingCounter : public ForwardingCounter {
 public:
  using ForwardingCounter::ForwardingCounter;

  bool can_start() const override { return true; }
  void start_fetch_add(std::int64_t n) override {
    fetch_add(n);
    n_ = n;
  }
  std::int64_t finish_fetch_add() override { return fetch_add(n_); }

 private:
  std::int64_t n_ = 0;
};

// Only the first reset works.
class OnceResetCounter : public ForwardingCounter {
 public:
  using ForwardingCounter::ForwardingCounter;

  void reset(std::int64_t start) override {
    if (!std::exchange(was_reset_, true)) ForwardingCounter::reset(start);
  }

 private:
  bool was_reset_ = false;
};

}  // namespace fockproxy::contracts
