// Counter "mpi3-cas": an addition by MPI_Compare_and_swap, tried until nobody came in between (MPI-4.0 section
// 12.3.4). How many tries that takes depends on the others; whoever fails, another has succeeded.
#include "counters/counter.hpp"
#include "parallel/known_faults.hpp"

namespace fockproxy {
namespace {

class CompareAndSwapCounter : public Counter {
 public:
  explicit CompareAndSwapCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window}) {
    require_compare_and_swap(window_);
  }

  // The first guess is that nobody has drawn since this rank did.
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
    // The same kind of call as a draw: mixing kinds on one address is what implementations get wrong.
    while (window_.comm().is_root() && !swap(last_seen_, start)) {
    }
    last_seen_ = start;
    window_.comm().barrier();
  }

  Traffic traffic() const override { return traffic_; }

 private:
  // Did the value change from `expected` to `desired`? If not, last_seen_ is what it was instead.
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
