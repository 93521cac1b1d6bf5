// The global sum through memory that the ranks of a node share: one copy of the vector a node, whatever the number of
// its ranks.
#include <algorithm>

#include "gsum/global_sum.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

class NodeSum : public GlobalSum {
 public:
  explicit NodeSum(const GlobalSumContext& context) : world_(context.runtime.world()), chunk_(context.chunk) {
    check_mpi(MPI_Comm_split_type(world_.handle(), MPI_COMM_TYPE_SHARED, world_.rank(), MPI_INFO_NULL, &node_),
              "MPI_Comm_split_type");
    MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(node_, &rank_);
    MPI_Comm_size(node_, &size_);
    check_mpi(MPI_Comm_split(world_.handle(), rank_ == 0 ? 0 : MPI_UNDEFINED, world_.rank(), &leaders_),
              "MPI_Comm_split");
    void* own = nullptr;
    const auto bytes = static_cast<MPI_Aint>(rank_ == 0 ? context.most * sizeof(double) : 0);
    const int code = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node_, &own, &window_);
    if (world_.max(code == MPI_SUCCESS ? 0 : 1) != 0) {
      free();
      throw AgreedUsageError("this MPI refuses shared memory windows with these settings");
    }
    MPI_Aint size = 0;
    int unit = 0;
    check_mpi(MPI_Win_shared_query(window_, 0, &size, &unit, &own), "MPI_Win_shared_query");
    shared_ = static_cast<double*>(own);
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
  }
  ~NodeSum() override {
    MPI_Win_unlock_all(window_);
    free();
  }

  void start(std::span<double> values) override { values_ = values; }
  void finish() override {
    // Every rank adds a slice of its own in each of as many turns as there are ranks: never two at one value.
    for (int turn = 0; turn < size_; ++turn) {
      const auto [begin, end] = slice((rank_ + turn) % size_);
      if (turn == 0)
        std::copy(values_.begin() + begin, values_.begin() + end, shared_ + begin);
      else
        for (std::ptrdiff_t i = begin; i < end; ++i) shared_[i] += values_[static_cast<std::size_t>(i)];
      everybody();
    }
    if (leaders_ != MPI_COMM_NULL)
      for_chunks(values_.size(), chunk_, [&](std::size_t first, std::size_t count) {
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, shared_ + first, static_cast<int>(count), MPI_DOUBLE, MPI_SUM, leaders_),
                  "MPI_Allreduce");
      });
    everybody();
    std::copy_n(shared_, values_.size(), values_.begin());
    everybody();  // nobody overwrites what another one still copies
  }

 private:
  std::pair<std::ptrdiff_t, std::ptrdiff_t> slice(int part) const {
    const auto n = static_cast<std::ptrdiff_t>(values_.size());
    return {n * part / size_, n * (part + 1) / size_};
  }
  void everybody() {
    check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
    check_mpi(MPI_Barrier(node_), "MPI_Barrier");
    check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
  }
  void free() {
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
    if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
    MPI_Comm_free(&node_);
  }

  const Communicator& world_;
  std::size_t chunk_;
  MPI_Comm node_ = MPI_COMM_NULL, leaders_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  int rank_ = 0, size_ = 1;  // on the node
  double* shared_ = nullptr;
  std::span<double> values_;
};

}  // namespace

std::unique_ptr<GlobalSum> make_node_sum(const GlobalSumContext& context) { return std::make_unique<NodeSum>(context); }

}  // namespace fockproxy
