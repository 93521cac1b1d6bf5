// Counter "mpi3-getacc": MPI_Get_accumulate, completed by MPI_Win_flush (MPI-4.0 sections 12.3.4 and 12.5.4). A draw in
// two halves uses MPI_Rget_accumulate and its request (section 12.3.5).
#include "counters/arrival.hpp"
#include "counters/counter.hpp"

namespace fockproxy {
namespace {

class GetAccumulateCounter : public Counter {
 public:
  explicit GetAccumulateCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .accumulates = Accumulates{.operators = "sum,replace"}}) {}

  std::int64_t fetch_add(std::int64_t n) override {
    traffic_.count(1, 2 * sizeof(std::int64_t));
    return get_accumulate(MPI_SUM, n);
  }

  bool can_start() const override { return true; }

  void start_fetch_add(std::int64_t n) override {
    traffic_.count(1, 2 * sizeof(std::int64_t));
    operand_ = n;
    check_mpi(MPI_Rget_accumulate(&operand_, 1, MPI_INT64_T, &before_, 1, MPI_INT64_T, home_.rank, home_.byte, 1,
                                  MPI_INT64_T, MPI_SUM, window_.handle(), &request_),
              "MPI_Rget_accumulate");
  }

  std::int64_t finish_fetch_add() override {
    had_arrived_ = has_arrived([this] {
      int arrived = 0;
      check_mpi(MPI_Test(&request_, &arrived, MPI_STATUS_IGNORE), "MPI_Test");
      return arrived != 0;
    });
    if (!had_arrived_) check_mpi(MPI_Wait(&request_, MPI_STATUS_IGNORE), "MPI_Wait");
    return before_;
  }

  bool had_arrived() const override { return had_arrived_; }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    // Uses the same call as a draw, because implementations handle different calls on one address wrongly.
    if (window_.comm().is_root()) get_accumulate(MPI_REPLACE, start);
    window_.comm().barrier();
  }

  Traffic traffic() const override { return traffic_; }

 private:
  std::int64_t get_accumulate(MPI_Op op, std::int64_t operand) {
    std::int64_t before = 0;
    check_mpi(MPI_Get_accumulate(&operand, 1, MPI_INT64_T, &before, 1, MPI_INT64_T, home_.rank, home_.byte, 1,
                                 MPI_INT64_T, op, window_.handle()),
              "MPI_Get_accumulate");
    check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
    return before;
  }

  std::int64_t operand_ = 0;  // of the draw in flight
  std::int64_t before_ = 0;   // its result
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool had_arrived_ = false;
  Traffic traffic_;
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Counter> make_get_accumulate_counter(const CounterContext& context) {
  return std::make_unique<GetAccumulateCounter>(context);
}

}  // namespace fockproxy
