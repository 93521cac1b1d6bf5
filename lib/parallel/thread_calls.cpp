#include "parallel/thread_calls.hpp"

#include <mpi.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace fockproxy {
namespace {

// Thread 0 makes all calls. The other threads give it their calls and sleep until it has made them: at its next turn,
// or when it has nothing else to do.
class Funneled final : public ThreadCalls {
 public:
  void call(CallRef work) override {
    if (std::this_thread::get_id() == main_) {
      work();
      return;
    }
    Request request{work};
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(&request);
      waiting_.store(true, std::memory_order_release);
    }
    waiting_.notify_one();
    request.made.wait(false, std::memory_order_acquire);
    // The thread that made the call may still be inside notify_one(); `request` must exist until it returns.
    const std::lock_guard lock(mutex_);
  }

  void turn() override {
    if (!waiting_.load(std::memory_order_acquire) || std::this_thread::get_id() != main_) return;
    {
      const std::lock_guard lock(mutex_);
      taken_.swap(requests_);
      waiting_.store(false, std::memory_order_release);
    }
    for (Request* request : taken_) {
      request->work();
      const std::lock_guard lock(mutex_);
      request->made.store(true, std::memory_order_release);
      request->made.notify_one();
    }
    taken_.clear();
  }

  bool takes_turns() const override { return true; }

  void end() override {
    call([this] { ++ended_; });
  }

  void serve_until_ended(int others) override {
    while (ended_ < others) {
      waiting_.wait(false, std::memory_order_acquire);
      turn();
    }
    ended_ = 0;
  }

 private:
  struct Request {
    CallRef work;
    std::atomic<bool> made{false};
  };

  std::thread::id main_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::vector<Request*> requests_;  // under mutex_
  std::atomic<bool> waiting_{false};
  std::vector<Request*> taken_;  // used by thread 0
  int ended_ = 0;                // used by thread 0
};

class Serialized final : public ThreadCalls {
 public:
  // A call takes about a microsecond, and sleeping and waking takes many. So a thread that finds another one inside
  // first looks again for a while.
  void call(CallRef work) override {
    std::unique_lock lock(mutex_, std::try_to_lock);
    for (int looks = 0; !lock.owns_lock() && looks < most_looks; ++looks) {
      let_the_core_rest();
      (void)lock.try_lock();
    }
    if (!lock.owns_lock()) lock.lock();
    work();
  }

 private:
  static constexpr int most_looks = 200;  // about ten microseconds
  static void let_the_core_rest() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
  }

  std::mutex mutex_;
};

class Multiple final : public ThreadCalls {
 public:
  void call(CallRef work) override { work(); }
};

template <class Calls>
std::unique_ptr<ThreadCalls> make_calls() {
  return std::make_unique<Calls>();
}

constexpr ThreadCallsEntry table[] = {
    {.name = "funneled",
     .summary = "thread 0 makes the calls of all threads, between its shell quartets",
     .thread_level = MPI_THREAD_FUNNELED,
     .make = make_calls<Funneled>},
    {.name = "serialized",
     .summary = "each thread makes its own calls, under one lock",
     .thread_level = MPI_THREAD_SERIALIZED,
     .make = make_calls<Serialized>},
    {.name = "multiple",
     .summary = "each thread makes its own calls, several threads at a time",
     .thread_level = MPI_THREAD_MULTIPLE,
     .at_once = true,
     .make = make_calls<Multiple>},
};

}  // namespace

std::span<const ThreadCallsEntry> thread_calls_table() { return table; }

const ThreadCallsEntry& look_up(Type<ThreadCallsEntry>, std::string_view name) {
  return entry_of(thread_calls_table(), "discipline of threads", name);
}

}  // namespace fockproxy
