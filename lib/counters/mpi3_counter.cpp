// Counter "mpi3": MPI_Fetch_and_op, completed by MPI_Win_flush (MPI-4.0 sections 12.3.4 and 12.5.4).
#include "counters/counter.hpp"

namespace fockproxy {
namespace {

class Mpi3Counter : public Counter {
 public:
  // A window of its own: the value alone, at rank 0.
  explicit Mpi3Counter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window}) {}

  std::int64_t fetch_add(std::int64_t n) override { return fetch_and(MPI_SUM, n); }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    // The same kind of call as a draw: mixing kinds on one address is what implementations get wrong.
    if (window_.comm().is_root()) fetch_and(MPI_REPLACE, start);
    window_.comm().barrier();
  }

 private:
  std::int64_t fetch_and(MPI_Op op, std::int64_t operand) {
    std::int64_t before = 0;
    check_mpi(MPI_Fetch_and_op(&operand, &before, MPI_INT64_T, 0, 0, op, window_.handle()), "MPI_Fetch_and_op");
    check_mpi(MPI_Win_flush(0, window_.handle()), "MPI_Win_flush");
    return before;
  }

  Window window_;
};

}  // namespace

std::unique_ptr<Counter> make_mpi3_counter(const CounterContext& context) {
  return std::make_unique<Mpi3Counter>(context);
}

}  // namespace fockproxy
