// Progress "helper-poll": a thread per rank that calls MPI_Iprobe repeatedly, with a pause between calls.
#include <chrono>

#include "progress/helper_strategy.hpp"

namespace fockproxy {
namespace {

class PollingThread : public HelperTask {
 public:
  explicit PollingThread(const ProgressContext& context)
      : comm_(context.runtime.world().handle()), sleep_(context.options.helper_sleep) {}

  void prepare() override {
    stop_ = false;
    polls_ = 0;
  }
  int run() override {
    int code = MPI_SUCCESS;
    int found = 0;
    while (!stop_ && code == MPI_SUCCESS) {
      code = MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.handle(), &found, MPI_STATUS_IGNORE);
      ++polls_;
      if (sleep_.count() > 0) std::this_thread::sleep_for(sleep_);
    }
    return code;
  }
  void await(const std::atomic<bool>& returned) override {
    while (polls_ == 0 && !returned) std::this_thread::yield();
  }
  void release(bool) override { stop_ = true; }
  std::int64_t polls() const override { return polls_; }

 private:
  Communicator comm_;  // carries no messages
  std::chrono::duration<double> sleep_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> polls_{0};
};

}  // namespace

std::unique_ptr<ProgressStrategy> make_helper_poll(const ProgressContext& context) {
  return std::make_unique<HelperStrategy>("helper-poll", context, std::make_unique<PollingThread>(context));
}

}  // namespace fockproxy
