// Progress "helper-recv": a thread per rank that is blocked in MPI_Recv from its own rank. A message from the computing
// thread ends it.
#include <fmt/format.h>

#include <chrono>

#include "parallel/failure.hpp"
#include "progress/helper_strategy.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

constexpr int tag = 0;

int receive(const Communicator& comm) {
  char token = 0;
  return MPI_Recv(&token, 1, MPI_CHAR, comm.rank(), tag, comm.handle(), MPI_STATUS_IGNORE);
}

int query(void*, MPI_Status* status) {
  MPI_Status_set_cancelled(status, 0);
  return MPI_Status_set_elements(status, MPI_CHAR, 0);
}
int release_nothing(void*) { return MPI_SUCCESS; }
int cancel_nothing(void*, int) { return MPI_SUCCESS; }

// Causes an event of the progress engine by completing a generalized request (MPI-4.0 section 13.2).
void make_event() {
  MPI_Request event = MPI_REQUEST_NULL;
  check_mpi(MPI_Grequest_start(query, release_nothing, cancel_nothing, nullptr, &event), "MPI_Grequest_start");
  check_mpi(MPI_Grequest_complete(event), "MPI_Grequest_complete");
  check_mpi(MPI_Wait(&event, MPI_STATUS_IGNORE), "MPI_Wait");
}

// Sends the message that ends receive(). A thread blocked in MPICH 4.0.2 looks at its request only after an event of
// the progress engine. A message within a communicator of one process is copied without such an event, so on one rank
// the receive would never return.
void send_token(const Communicator& comm) {
  char token = 0;
  check_mpi(MPI_Send(&token, 1, MPI_CHAR, comm.rank(), tag, comm.handle()), "MPI_Send");
  make_event();
}

// A posted receive cannot be seen from outside. The helper announces that it is about to enter, and gets time to do so.
void await_entry(const std::atomic<bool>& entering) {
  while (!entering) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class BlockedReceive : public HelperTask {
 public:
  explicit BlockedReceive(const Runtime& runtime) : comm_(runtime.world().handle()) {}

  void prepare() override { entering_ = false; }
  int run() override {
    entering_ = true;
    return receive(comm_);
  }
  void await(const std::atomic<bool>&) override { await_entry(entering_); }
  void release(bool returned) override {
    if (!returned) send_token(comm_);  // a receive that has returned failed and received nothing
  }

 private:
  Communicator comm_;
  std::atomic<bool> entering_{false};
};

// Whether a blocked receive from the rank itself returns, on every rank, soon after the message was sent. No thread may
// stay inside MPI, where MPI_Finalize would find it. So a receive that has not returned gets more events of the
// progress engine, from this rank and the others, until it returns. If this does not help, the job ends. Collective.
bool receive_from_oneself_returns(const Runtime& runtime) {
  constexpr double patience = 3, limit = 60;  // seconds
  const Communicator& world = runtime.world();
  const Communicator comm(world.handle());
  std::atomic<bool> entering{false}, returned{false};
  std::thread thread([&] {
    name_own_thread("trial");
    entering = true;
    receive(comm);
    returned = true;
  });
  await_entry(entering);
  send_token(comm);
  const double start = now();
  while (!returned && now() - start < patience) std::this_thread::yield();
  const bool soon = world.min(returned ? 1 : 0) == 1;
  while (world.min(returned ? 1 : 0) == 0) {
    make_event();
    if (now() - start > limit)
      end_job("progress helper-recv: this MPI never ends a thread blocked in a receive from its own rank");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  thread.join();
  return soon;
}

}  // namespace

std::unique_ptr<ProgressStrategy> make_helper_recv(const ProgressContext& context) {
  auto strategy =
      std::make_unique<HelperStrategy>("helper-recv", context, std::make_unique<BlockedReceive>(context.runtime));
  if (!receive_from_oneself_returns(context.runtime))
    throw AgreedUsageError(
        "progress helper-recv: UNSUPPORTED: a thread blocked in a receive from its own rank does not return "
        "on this MPI when the message is sent");
  return strategy;
}

}  // namespace fockproxy
