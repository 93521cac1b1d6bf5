// Counters "mpi2-mutex" and "mcs-mutex": get, add and put under a mutex. mpi2-mutex uses the queueing mutex, and MPI-2
// calls only. ARMCI_Rmw does the same on MPI-2 (Dinan et al., IPDPS 2012, section V). mcs-mutex uses the lock of
// Mellor-Crummey & Scott, and one epoch for the life of the window.
#include "counters/counter.hpp"
#include "parallel/mutex.hpp"

namespace fockproxy {
namespace {

// Without `lock_all`, get and put have separate epochs, because within one epoch no location may be both read and
// written.
class MutexCounter final : public Counter {
 public:
  using MakeMutex = std::unique_ptr<Mutex>(const Communicator&, const WindowChoice&);

  MutexCounter(const CounterContext& context, MakeMutex make_mutex, bool lock_all)
      : lock_all_(lock_all),
        window_(context.runtime.world(), context.runtime.world().is_root() ? sizeof(std::int64_t) : 0,
                {.kind = context.window, .lock_all = lock_all, .accumulates = Accumulates{}}),
        mutex_(make_mutex(context.runtime.world(), context.window)) {}

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
  void open() {
    if (!lock_all_) check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, home_.rank, 0, window_.handle()), "MPI_Win_lock");
  }
  // Completes the operation at its target.
  void close() {
    if (lock_all_) check_mpi(MPI_Win_flush(home_.rank, window_.handle()), "MPI_Win_flush");
    else check_mpi(MPI_Win_unlock(home_.rank, window_.handle()), "MPI_Win_unlock");
  }

  void put(std::int64_t value) {
    open();
    check_mpi(MPI_Put(&value, 1, MPI_INT64_T, home_.rank, home_.byte, 1, MPI_INT64_T, window_.handle()), "MPI_Put");
    close();
  }

  bool lock_all_;
  Traffic traffic_;  // without that of the mutex
  Window window_;
  Window::Place home_ = window_.at(0);
  std::unique_ptr<Mutex> mutex_;
};

}  // namespace

std::unique_ptr<Counter> make_queueing_mutex_counter(const CounterContext& context) {
  return std::make_unique<MutexCounter>(context, make_queueing_mutex, false);
}

std::unique_ptr<Counter> make_mcs_mutex_counter(const CounterContext& context) {
  return std::make_unique<MutexCounter>(context, make_mcs_mutex, true);
}

}  // namespace fockproxy
