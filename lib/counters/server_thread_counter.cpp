// Counter "server-thread": a thread of rank 0 answers requests; rank 0 also does tasks.
#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "counters/counter.hpp"
#include "counters/served_draws.hpp"
#include "support/error.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {
namespace {

// The thread runs from a reset until every other rank has finished. It looks for requests with MPI_Iprobe and does not
// wait in MPI_Recv, because a blocked receive cannot be cancelled. A message from rank 0 to itself would end the
// receive, but with MPICH 4.0.2 it never arrives once the receive is posted. For the same reason, rank 0's own draws
// take the value directly. Both MPIs spin inside a blocked receive, so looking costs no more.
class ServerThreadCounter : public Counter {
 public:
  explicit ServerThreadCounter(const CounterContext& context)
      : comm_(context.runtime.world().handle()), requests_(comm_), service_(comm_) {
    start_serving();
  }
  ~ServerThreadCounter() override {
    MPI_Barrier(comm_.handle());  // others may still be drawing
    stop_serving();
  }
  ServerThreadCounter(const ServerThreadCounter&) = delete;
  ServerThreadCounter& operator=(const ServerThreadCounter&) = delete;

  std::int64_t fetch_add(std::int64_t n) override {
    return comm_.is_root() ? value_.fetch_add(n) : requests_.fetch_add(n);
  }

  bool can_start() const override { return true; }
  void start_fetch_add(std::int64_t n) override {
    if (comm_.is_root()) before_ = value_.fetch_add(n);
    else requests_.start_fetch_add(n);
  }
  std::int64_t finish_fetch_add() override { return comm_.is_root() ? before_ : requests_.finish_fetch_add(); }
  bool had_arrived() const override { return comm_.is_root() || requests_.had_arrived(); }

  void finish() override {
    finished_ = true;
    if (!comm_.is_root()) requests_.leave();
  }

  void reset(std::int64_t start) override {
    comm_.barrier();
    stop_serving();
    value_ = start;
    finished_ = false;
    start_serving();
    comm_.barrier();
  }

  Traffic traffic() const override { return requests_.traffic(); }

 private:
  void start_serving() {
    if (!comm_.is_root() || comm_.size() == 1) return;
    stop_ = false;
    service_.begin();
    thread_ = std::thread([this] {
      name_own_thread("server");
      serve();
    });
  }

  // Local, after a barrier. If all ranks have finished, their messages have been sent, and the thread ends after it has
  // received them. Otherwise no rank has finished, and there are no messages.
  void stop_serving() {
    if (!finished_) stop_ = true;
    if (thread_.joinable()) thread_.join();
  }

  void serve() {
    while (!stop_ && !service_.all_have_left()) {
      if (service_.request_is_here()) service_.serve_one([this](std::int64_t n) { return value_.fetch_add(n); });
      else std::this_thread::yield();
    }
  }

  Communicator comm_;
  DrawRequests requests_;
  DrawService service_;                 // used only by the thread while it runs
  std::atomic<std::int64_t> value_{0};  // on rank 0
  std::int64_t before_ = 0;             // of rank 0's draw in flight
  bool finished_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Counter> make_server_thread_counter(const CounterContext& context) {
  if (context.runtime.thread_level_provided() < MPI_THREAD_MULTIPLE)
    throw AgreedUsageError(fmt::format("counter server-thread needs thread level multiple, MPI was started with {}",
                                       thread_level_name(context.runtime.thread_level_provided())));
  return std::make_unique<ServerThreadCounter>(context);
}

}  // namespace fockproxy
