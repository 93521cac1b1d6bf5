// Counter "mpi2-mutex": get, add and put under the queueing mutex, with MPI-2 calls only. ARMCI_Rmw does the same on
// MPI-2 (Dinan et al., IPDPS 2012, section V). Get and put have separate epochs, because within one epoch no location
// may be both read and written.
#include "counters/counter.hpp"
#include "parallel/mutex.hpp"

namespace fockproxy {
namespace {

class QueueingMutexCounter : public Counter {
 public:
  explicit QueueingMutexCounter(const CounterContext& context)
      : window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .lock_all = false, .accumulates = Accumulates{}}),
        mutex_(make_queueing_mutex(context.runtime.world(), context.window)) {}

  std::int64_t fetch_add(std::int64_t n) override {
    std::int64_t value = 0;
    mutex_->lock();
    open();
    check_mpi(MPI_Get(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Get");
    close();
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
  void open() { check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, home_.rank, 0, window_.handle()), "MPI_Win_lock"); }
  void close() { check_mpi(MPI_Win_unlock(home_.rank, window_.handle()), "MPI_Win_unlock"); }

  void put(std::int64_t value) {
    open();
    check_mpi(MPI_Put(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Put");
    close();
  }

  Traffic traffic_;  // without that of the mutex
  Window window_;
  Window::Place home_ = window_.at(0);
  std::unique_ptr<Mutex> mutex_;
};

}  // namespace

std::unique_ptr<Counter> make_queueing_mutex_counter(const CounterContext& context) {
  return std::make_unique<QueueingMutexCounter>(context);
}

}  // namespace fockproxy
