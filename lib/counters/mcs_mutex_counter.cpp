// Counter "mcs-mutex": get, add and put under the lock of Mellor-Crummey & Scott.
#include "counters/counter.hpp"
#include "parallel/mutex.hpp"

namespace fockproxy {
namespace {

class McsMutexCounter : public Counter {
 public:
  explicit McsMutexCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .accumulates = Accumulates{}}),
        mutex_(make_mcs_mutex(context.runtime.world(), context.window)) {}

  std::int64_t fetch_add(std::int64_t n) override {
    std::int64_t value = 0;
    mutex_->lock();
    check_mpi(MPI_Get(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Get");
    flush();
    put(value + n);
    mutex_->unlock();
    traffic_.count(2, 2 * sizeof(std::int64_t));
    return value;
  }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    if (window_.comm().is_root()) put(start);
    window_.comm().barrier();
  }

  Traffic traffic() const override { return traffic_ + mutex_->traffic(); }

 private:
  void flush() { check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush"); }

  void put(std::int64_t value) {
    check_mpi(MPI_Put(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Put");
    flush();
  }

  Traffic traffic_;  // without that of the mutex
  Window window_;
  Window::Place home_ = window_.at(0);
  std::unique_ptr<Mutex> mutex_;
};

}  // namespace

std::unique_ptr<Counter> make_mcs_mutex_counter(const CounterContext& context) {
  return std::make_unique<McsMutexCounter>(context);
}

}  // namespace fockproxy
