// Counter "mpi2-tree": fetch-and-add with MPI-2 calls only on a tree of partial sums, as in Gropp, Lusk & Thakur,
// "Using MPI-2" (1999), section 6.5. The messages of a draw grow with the logarithm of the number of ranks.
//
// Rank 0 holds a binary tree whose leaves are the ranks. A node holds the sum of what the leaves below it have drawn.
// Under one exclusive lock a rank adds to the nodes on the way from its leaf to the root and gets the siblings of these
// nodes. The siblings and the rank's own draws give the sum. A node is on the way or a sibling, never both, so no
// location is both read and written within an epoch.
#include <bit>
#include <numeric>
#include <vector>

#include "counters/counter.hpp"

namespace fockproxy {
namespace {

class TreeCounter : public Counter {
 public:
  // Not locked by all, because an exclusive lock would wait for these shared locks forever.
  explicit TreeCounter(const CounterContext& context)
      : rank_(context.runtime.world().rank()),
        leaves_(static_cast<int>(std::bit_ceil(static_cast<unsigned>(context.runtime.world().size())))),
        siblings_(std::bit_width(static_cast<unsigned>(leaves_)) - 1),
        window_(context.runtime.world(), rank_ == 0 ? 2 * leaves_ * sizeof(std::int64_t) : 0,
                {.kind = context.window, .lock_all = false, .accumulates = Accumulates{.operators = "sum"}}) {}

  std::int64_t fetch_add(std::int64_t n) override {
    lock();
    int level = 0;
    // Node i has the children 2i and 2i + 1; the leaves begin at leaves_. The root (node 1) is never needed.
    for (int node = leaves_ + rank_; node > 1; node /= 2, ++level) {
      check_mpi(MPI_Accumulate(&n, 1, MPI_INT64_T, home_.rank, byte(node), 1, MPI_INT64_T, MPI_SUM, window_.handle()),
                "MPI_Accumulate");
      check_mpi(
          MPI_Get(&siblings_[level], 1, MPI_INT64_T, home_.rank, byte(node ^ 1), 1, MPI_INT64_T, window_.handle()),
          "MPI_Get");
      traffic_.count(2, 2 * sizeof(std::int64_t));
    }
    unlock();
    const std::int64_t before = start_ + mine_ + std::accumulate(siblings_.begin(), siblings_.end(), std::int64_t{0});
    mine_ += n;
    return before;
  }

  void reset(std::int64_t start) override {
    window_.comm().barrier();
    if (rank_ == 0) {
      const std::vector<std::int64_t> zeros(2 * leaves_, 0);
      const int n = static_cast<int>(zeros.size());
      lock();
      check_mpi(MPI_Put(zeros.data(), n, MPI_INT64_T, home_.rank, byte(0), n, MPI_INT64_T, window_.handle()),
                "MPI_Put");
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

  MPI_Aint byte(int node) const {
    return home_.byte + static_cast<MPI_Aint>(node) * static_cast<MPI_Aint>(sizeof(std::int64_t));
  }

  int rank_;
  int leaves_;                          // a power of two; leaves without a rank draw nothing
  std::vector<std::int64_t> siblings_;  // at the last draw, from the leaf's sibling upwards
  std::int64_t mine_ = 0;               // what this rank has drawn since the reset
  std::int64_t start_ = 0;
  Traffic traffic_;
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Counter> make_tree_counter(const CounterContext& context) {
  return std::make_unique<TreeCounter>(context);
}

}  // namespace fockproxy
