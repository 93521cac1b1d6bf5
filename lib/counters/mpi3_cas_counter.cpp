// Counter "mpi3-cas": an addition by MPI_Compare_and_swap, repeated until no other rank intervenes (MPI-4.0 section
// 12.3.4). The number of tries depends on the other ranks. Whenever one try fails, another rank has succeeded.
#include "counters/counter.hpp"
#include "parallel/known_faults.hpp"

namespace fockproxy {
namespace {

class CompareAndSwapCounter : public Counter {
 public:
  explicit CompareAndSwapCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .accumulates = Accumulates{.operators = "cswap"}}) {
    require_compare_and_swap(window_);
  }

  // The first guess: no other rank has drawn since this rank's last draw.
  std::int64_t fetch_add(std::int64_t n) override {
    for (;;) {
      const std::int64_t guess = last_seen_;
      traffic_.count(1, 3 * sizeof(std::int64_t));
      if (swap(guess, guess + n)) {
        last_seen_ = guess + n;
        return guess;
      }
    }
  }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    // Uses the same call as a draw, because implementations handle different calls on one address wrongly.
    while (window_.comm().is_root() && !swap(last_seen_, start)) {
    }
    last_seen_ = start;
    window_.comm().barrier();
  }

  Traffic traffic() const override { return traffic_; }

 private:
  // Changes the value from `expected` to `desired`, if it is `expected`. Otherwise returns false and sets last_seen_ to
  // the value.
  bool swap(std::int64_t expected, std::int64_t desired) {
    check_mpi(
        MPI_Compare_and_swap(&desired, &expected, &last_seen_, MPI_INT64_T, home_.rank, home_.byte, window_.handle()),
        "MPI_Compare_and_swap");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
    return last_seen_ == expected;
  }

  std::int64_t last_seen_ = 0;
  Traffic traffic_;
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Counter> make_compare_and_swap_counter(const CounterContext& context) {
  return std::make_unique<CompareAndSwapCounter>(context);
}

}  // namespace fockproxy
