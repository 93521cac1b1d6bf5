// Counter "mpi2": fetch-and-add with MPI-2 calls only, as in Gropp, Lusk & Thakur, "Using MPI-2" (1999), section 6.5,
// and van Dam et al. (2008). Rank 0 holds one slot per rank, and the value of the counter is their sum. Under one
// exclusive lock a rank gets all other slots and puts its own. It does not get its own slot, which it knows: within one
// epoch no location may be both read and written.
#include <numeric>
#include <vector>

#include "counters/counter.hpp"

namespace fockproxy {
namespace {

class Mpi2Counter : public Counter {
 public:
  // Not locked by all, because an exclusive lock would wait for these shared locks forever.
  explicit Mpi2Counter(const CounterContext& context)
      : rank_(context.runtime.world().rank()),
        slots_(context.runtime.world().size()),
        others_(slots_, 0),
        window_(context.runtime.world(), rank_ == 0 ? slots_ * sizeof(std::int64_t) : 0,
                {.kind = context.window, .lock_all = false, .accumulates = Accumulates{}}) {}

  std::int64_t fetch_add(std::int64_t n) override {
    const std::int64_t mine_after = mine_ + n;
    lock();
    get_slots(0, rank_);
    get_slots(rank_ + 1, slots_);
    put_slots(rank_, std::span(&mine_after, 1));
    traffic_.count(1, sizeof(std::int64_t));
    unlock();
    // others_[rank_] is never written and stays 0.
    const std::int64_t before = start_ + mine_ + std::accumulate(others_.begin(), others_.end(), std::int64_t{0});
    mine_ = mine_after;
    return before;
  }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    if (rank_ == 0) {
      const std::vector<std::int64_t> zeros(slots_, 0);
      lock();
      put_slots(0, zeros);
      unlock();
    }
    start_ = start;
    mine_ = 0;
    window_.comm().barrier();
  }

  Traffic traffic() const override { return traffic_; }

 private:
  void lock() { check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, home_.rank, 0, window_.handle()), "MPI_Win_lock"); }
  void unlock() { check_mpi(MPI_Win_unlock(home_.rank, window_.handle()), "MPI_Win_unlock"); }

  void get_slots(int first, int last) {
    if (first == last) return;
    check_mpi(MPI_Get(others_.data() + first, last - first, MPI_INT64_T, home_.rank, byte(first), last - first,
                      MPI_INT64_T, window_.handle()),
              "MPI_Get");
    traffic_.count(1, (last - first) * sizeof(std::int64_t));
  }

  void put_slots(int first, std::span<const std::int64_t> values) {
    const int n = static_cast<int>(values.size());
    check_mpi(MPI_Put(values.data(), n, MPI_INT64_T, home_.rank, byte(first), n, MPI_INT64_T, window_.handle()),
              "MPI_Put");
  }

  MPI_Aint byte(int slot) const {
    return home_.byte + static_cast<MPI_Aint>(slot) * static_cast<MPI_Aint>(sizeof(std::int64_t));
  }

  int rank_;
  int slots_;
  std::vector<std::int64_t> others_;  // at the last draw
  std::int64_t mine_ = 0;             // the value of this rank's slot
  std::int64_t start_ = 0;
  Traffic traffic_;
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Counter> make_mpi2_counter(const CounterContext& context) {
  return std::make_unique<Mpi2Counter>(context);
}

}  // namespace fockproxy
