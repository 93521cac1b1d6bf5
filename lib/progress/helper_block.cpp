// Progress "helper-block": a thread per rank that sits in a blocking MPI call (Case 3 of van Dam et al. 2008).
#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "progress/progress_strategy.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// The thread sends to its own rank, on a communicator of its own, a message that is received only at the end. The
// paper's MPI_Send returns at once where small messages are buffered, and its helper is then a silent no-op;
// MPI_Ssend may not return before the receive has started (MPI-4.0 section 3.4).
class BlockedHelper : public ProgressStrategy {
 public:
  explicit BlockedHelper(const Runtime& runtime) : comm_(runtime.world().handle()) {}
  ~BlockedHelper() override {
    try {
      stop();
    } catch (const ComputationError&) {
      // Only an abandoned helper is stopped here, and whatever abandoned it has been reported.
    }
  }

  void start() override {
    was_inside_ = false;
    returned_ = false;
    thread_ = std::thread([this] {
      char token = 0;
      send_code_ = MPI_Ssend(&token, 1, MPI_CHAR, comm_.rank(), tag, comm_.handle());
      returned_ = true;
    });
    // Until the message can be seen, the helper is not inside MPI; and MPICH 4.0.2 never completes a receive from
    // oneself that was posted before another thread sends, so stop() may only receive what is already there.
    int arrived = 0;
    while (!arrived && !returned_) {
      check_mpi(MPI_Iprobe(comm_.rank(), tag, comm_.handle(), &arrived, MPI_STATUS_IGNORE), "MPI_Iprobe");
      std::this_thread::yield();
    }
  }

  void stop() override {
    if (!thread_.joinable()) return;
    was_inside_ = !returned_;
    char token = 0;
    // A helper that has returned failed, and sent nothing: MPI_Ssend returns only to a receiver.
    const int receive_code = returned_ ? MPI_SUCCESS
                                       : MPI_Recv(&token, 1, MPI_CHAR, comm_.rank(), tag, comm_.handle(),
                                                  MPI_STATUS_IGNORE);
    thread_.join();
    check_mpi(receive_code, "MPI_Recv");
    check_mpi(send_code_, "MPI_Ssend");
  }

  bool was_inside_mpi() const override { return was_inside_; }

 private:
  static constexpr int tag = 0;

  Communicator comm_;
  std::thread thread_;
  std::atomic<bool> returned_{true};
  int send_code_ = MPI_SUCCESS;  // written by the thread, read after join
  bool was_inside_ = false;
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_blocked_helper(const Runtime& runtime) {
  if (runtime.thread_level_provided() < MPI_THREAD_MULTIPLE)
    throw UsageError(fmt::format("progress helper-block needs thread level multiple, MPI was started with {}",
                                 thread_level_name(runtime.thread_level_provided())));
  return std::make_unique<BlockedHelper>(runtime);
}

}  // namespace fockproxy
