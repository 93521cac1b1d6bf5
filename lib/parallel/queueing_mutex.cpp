// The queueing mutex of Latham, Ross & Thakur, "Implementing MPI-IO atomic mode and shared file pointers using MPI
// one-sided communication" (Int. J. High Perform. Comput. Appl. 21, 132, 2007), as in ARMCI-MPI on MPI-2.
//
// Rank 0 holds one byte per rank: 1 for a rank that wants or holds the mutex. To lock, a rank sets its own byte and
// gets all others under one exclusive lock of the window. If all are 0 it has the mutex; otherwise it waits for an
// empty message. To unlock, it clears its byte, gets the others in the same way, and sends this message to the next
// waiting rank, counting from itself, so that all get their turn. A rank never gets its own byte, because within one
// epoch no location may be both read and written.
#include <algorithm>
#include <vector>

#include "parallel/mutex.hpp"

namespace fockproxy {
namespace {

class QueueingMutex : public Mutex {
 public:
  QueueingMutex(const Communicator& comm, const WindowChoice& choice)
      : messages_(comm.handle()),
        rank_(comm.rank()),
        ranks_(comm.size()),
        waiting_(ranks_, 0),
        window_(comm, rank_ == 0 ? ranks_ : 0, {.kind = choice, .lock_all = false, .accumulates = Accumulates{}}) {}

  void lock() override {
    exchange(1);
    if (std::none_of(waiting_.begin(), waiting_.end(), [](char w) { return w != 0; })) return;
    check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, tag, messages_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    traffic_.count(1, 0);
  }

  void unlock() override {
    exchange(0);
    for (int step = 1; step < ranks_; ++step) {
      const int next = (rank_ + step) % ranks_;
      if (!waiting_[next]) continue;
      check_mpi(MPI_Send(nullptr, 0, MPI_BYTE, next, tag, messages_.handle()), "MPI_Send");
      traffic_.count(1, 0);
      return;
    }
  }

  Traffic traffic() const override { return traffic_; }

 private:
  static constexpr int tag = 0;

  void exchange(char mine) {
    check_mpi(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, home_.rank, 0, window_.handle()), "MPI_Win_lock");
    check_mpi(MPI_Put(&mine, 1, MPI_BYTE, home_.rank, home_.byte + rank_, 1, MPI_BYTE, window_.handle()), "MPI_Put");
    traffic_.count(1, 1);
    get(0, rank_);
    get(rank_ + 1, ranks_);
    check_mpi(MPI_Win_unlock(home_.rank, window_.handle()), "MPI_Win_unlock");
  }

  void get(int first, int last) {
    if (first == last) return;
    const int n = last - first;
    check_mpi(
        MPI_Get(waiting_.data() + first, n, MPI_BYTE, home_.rank, home_.byte + first, n, MPI_BYTE, window_.handle()),
        "MPI_Get");
    traffic_.count(1, n);
  }

  Communicator messages_;
  int rank_;
  int ranks_;
  std::vector<char> waiting_;  // by rank, from the last exchange; the rank's own entry stays 0
  Traffic traffic_;
  Window window_;
  Window::Place home_ = window_.at(0);
};

}  // namespace

std::unique_ptr<Mutex> make_queueing_mutex(const Communicator& comm, const WindowChoice& choice) {
  return std::make_unique<QueueingMutex>(comm, choice);
}

}  // namespace fockproxy
