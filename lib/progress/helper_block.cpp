// Progress "helper-block", "helper-send" and "helper-2008": a thread per rank that is inside a blocking send (Case 3 of
// van Dam et al. 2008).
#include "progress/helper_strategy.hpp"

namespace fockproxy {
namespace {

// The thread sends a message to its own rank, on a separate communicator. The message is received only at the end. The
// paper's MPI_Send returns at once if small messages are buffered, and then its helper silently does nothing. This
// happens with Open MPI, and with MPICH 4.0.2 on two or more ranks; within a communicator of one process MPICH blocks.
// MPI_Ssend may not return before the receive has started (MPI-4.0 section 3.4).
class BlockedSend : public HelperTask {
 public:
  using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
  BlockedSend(MPI_Comm parent, Send send) : comm_(parent), send_(send) {}

  int run() override {
    char token = 0;
    return code_ = send_(&token, 1, MPI_CHAR, comm_.rank(), tag, comm_.handle());
  }

  // The helper is inside MPI only when the message can be seen.
  void await(const std::atomic<bool>& returned) override {
    int arrived = 0;
    while (!arrived && !returned) {
      check_mpi(MPI_Iprobe(comm_.rank(), tag, comm_.handle(), &arrived, MPI_STATUS_IGNORE), "MPI_Iprobe");
      std::this_thread::yield();
    }
  }

  // A send that has returned was either buffered, or it failed and sent nothing.
  void release(bool returned) override {
    if (returned && code_ != MPI_SUCCESS) return;
    char token = 0;
    check_mpi(MPI_Recv(&token, 1, MPI_CHAR, comm_.rank(), tag, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
  }

 private:
  static constexpr int tag = 0;

  Communicator comm_;
  Send send_;
  std::atomic<int> code_ = MPI_SUCCESS;
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_helper_block(const ProgressContext& context) {
  return std::make_unique<HelperStrategy>("helper-block", context,
                                          std::make_unique<BlockedSend>(context.runtime.world().handle(), MPI_Ssend));
}

std::unique_ptr<ProgressStrategy> make_helper_send(const ProgressContext& context) {
  return std::make_unique<HelperStrategy>("helper-send", context,
                                          std::make_unique<BlockedSend>(context.runtime.world().handle(), MPI_Send));
}

// As in the program of 2008: the helper of each rank has a communicator of one process, from MPI_Comm_split.
std::unique_ptr<ProgressStrategy> make_helper_2008(const ProgressContext& context) {
  const Communicator& world = context.runtime.world();
  MPI_Comm alone = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(world.handle(), world.rank(), 0, &alone), "MPI_Comm_split");
  auto task = std::make_unique<BlockedSend>(alone, MPI_Send);
  MPI_Comm_free(&alone);
  return std::make_unique<HelperStrategy>("helper-2008", context, std::move(task));
}

}  // namespace fockproxy
