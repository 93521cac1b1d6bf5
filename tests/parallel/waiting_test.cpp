#include "parallel/waiting.hpp"

#include <gtest/gtest.h>

#include "parallel/node_memory.hpp"
#include "parallel/window.hpp"
#include "support/mpi_test.hpp"

namespace fockproxy::testing {
namespace {

constexpr int question = 1, answer = 2;
MPI_Comm service_comm = MPI_COMM_NULL;
int served = 0;

// Like a runtime that progresses only inside its own calls: answers every rank that has asked.
void answer_questions() {
  int found = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, question, service_comm, &found, &status);
  if (!found) return;
  MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, question, service_comm, MPI_STATUS_IGNORE);
  MPI_Send(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, answer, service_comm);
  ++served;
}

// Every rank but the last waits for an answer of the last one before the collective call, in which the last one already
// is.
class Waiting : public ::testing::Test {
 protected:
  void SetUp() override {
    served = 0;
    service_comm = service_.handle();
    serve_while_waiting(answer_questions);
  }
  void TearDown() override {
    serve_while_waiting(nullptr);
    EXPECT_EQ(served, is_last() ? asked_ : 0);
  }
  bool is_last() const { return world().rank() == world().size() - 1; }

  template <class F>
  void all_do(F together) {
    asked_ += world().size() - 1;
    if (!is_last()) {
      const int last = world().size() - 1;
      MPI_Send(nullptr, 0, MPI_BYTE, last, question, service_.handle());
      MPI_Recv(nullptr, 0, MPI_BYTE, last, answer, service_.handle(), MPI_STATUS_IGNORE);
    }
    together();
  }

  int asked_ = 0;
  Communicator service_{world().handle()};
};

TEST_F(Waiting, BarriersAndReductionsServe) {
  all_do([] { world().barrier(); });
  all_do([] { EXPECT_EQ(world().sum(1), world().size()); });
  all_do([] { world().all_gather(1); });
  all_do([] { world().broadcast(std::string("x")); });
  all_do([] { world().gather(std::string("x")); });
}

TEST_F(Waiting, MakingAndFreeingCommunicatorsServes) {
  std::unique_ptr<Communicator> made;
  all_do([&] { made = std::make_unique<Communicator>(world().handle()); });
  all_do([&] { made.reset(); });
}

TEST_F(Waiting, WindowsServe) {
  std::unique_ptr<Window> window;
  all_do([&] { window = std::make_unique<Window>(world(), 8, WindowOptions{}); });
  all_do([&] { window.reset(); });
}

TEST_F(Waiting, MemoryOfTheNodeServes) {
  std::unique_ptr<NodeMemory> memory;
  all_do([&] { memory = std::make_unique<NodeMemory>(world(), 64); });
  all_do([&] { memory->everybody(); });
  all_do([&] { memory.reset(); });
}

TEST_F(Waiting, ARequestServes) {
  all_do([] {
    MPI_Request everybody = MPI_REQUEST_NULL;
    MPI_Ibarrier(world().handle(), &everybody);
    EXPECT_EQ(wait_for(everybody), MPI_SUCCESS);
  });
}

}  // namespace
}  // namespace fockproxy::testing
