// Counter "mpi3": MPI_Fetch_and_op, completed by MPI_Win_flush (MPI-4.0 sections 12.3.4 and 12.5.4).
#include <atomic>
#include <limits>

#include "counters/arrival.hpp"
#include "counters/counter.hpp"

namespace fockproxy {
namespace {

class Mpi3Counter : public Counter {
 public:
  // The window has only the value, at rank 0.
  explicit Mpi3Counter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .accumulates = Accumulates{.operators = "sum,replace"}}) {}

  std::int64_t fetch_add(std::int64_t n) override {
    ++draws_;
    return fetch_and(MPI_SUM, n);
  }

  std::int64_t bytes_of_concurrent_draw() const override { return bytes; }

  bool can_start() const override { return true; }

  void start_fetch_add(std::int64_t n) override {
    ++draws_;
    operand_ = n;
    before_ = nothing_yet;
    issue(MPI_SUM, operand_, before_);
  }

  std::int64_t finish_fetch_add() override {
    had_arrived_ = before_seen() != nothing_yet || has_arrived([this] { return look(); });
    flush();
    return before_;
  }

  bool had_arrived() const override { return had_arrived_; }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    // Uses the same call as a draw, because implementations handle different calls on one address wrongly.
    if (window_.comm().is_root()) fetch_and(MPI_REPLACE, start);
    window_.comm().barrier();
  }

  Traffic traffic() const override { return {draws_, draws_ * bytes}; }

 private:
  static constexpr std::int64_t bytes = 2 * sizeof(std::int64_t);                        // per draw
  static constexpr std::int64_t nothing_yet = std::numeric_limits<std::int64_t>::min();  // not a value of a counter

  std::int64_t fetch_and(MPI_Op op, std::int64_t operand) {
    std::int64_t before = 0;
    issue(op, operand, before);
    flush();
    return before;
  }

  void issue(MPI_Op op, const std::int64_t& operand, std::int64_t& before) {
    check_mpi(MPI_Fetch_and_op(&operand, &before, MPI_INT64_T, home_.rank, home_.byte, op, window_.handle()),
              "MPI_Fetch_and_op");
  }

  void flush() { check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush"); }

  // Whether the value has arrived. MPI_Fetch_and_op has no request to test, and MPI_Win_flush waits. So this does what
  // MPI_Test would do: one call lets MPI take in what has arrived (whether there is a message does not matter), then it
  // reads the result. Until the flush the result buffer belongs to MPI (MPI-4.0 section 12.3), so the value read here
  // is only used for this answer.
  bool look() {
    int found = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, window_.comm().handle(), &found, MPI_STATUS_IGNORE),
              "MPI_Iprobe");
    return before_seen() != nothing_yet;
  }
  std::int64_t before_seen() const { return *static_cast<const volatile std::int64_t*>(&before_); }

  std::int64_t operand_ = 0;  // of the draw in flight
  std::int64_t before_ = 0;   // its result
  bool had_arrived_ = false;
  std::atomic<std::int64_t> draws_{0};
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Counter> make_mpi3_counter(const CounterContext& context) {
  return std::make_unique<Mpi3Counter>(context);
}

}  // namespace fockproxy
