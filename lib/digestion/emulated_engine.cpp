// Engine "emulated": a thread on another core computes what is submitted, in the place of a device.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "digestion/engine.hpp"
#include "parallel/waiting.hpp"
#include "support/clock.hpp"

namespace fockproxy {
namespace {

// Of a strategy beside a thread that waits: every 100 microseconds, as often as it is asked beside computing.
class Turns {
 public:
  explicit Turns(ProgressStrategy& progress) : progress_(progress) {}
  void pass() {
    if (now() < next_) return;
    progress_.passed();
    next_ = now() + interval;
  }

 private:
  static constexpr double interval = 100e-6;
  ProgressStrategy& progress_;
  double next_ = now() + interval;
};

class EmulatedEngine final : public Engine {
 public:
  explicit EmulatedEngine(const EngineContext& context)
      : digestor_(context.digestor()),
        world_(context.session.world()),
        way_(context.wait),
        worker_([this] { work(); }) {}
  ~EmulatedEngine() override {
    change(State::ending);
    worker_.join();
  }

  void submit(std::span<TaskInFlight> batch, const QuartetScreen& screen) override {
    batch_ = batch;
    screen_ = &screen;
    change(State::submitted);
  }

  void wait(ProgressStrategy& progress) override {
    switch (way_) {
      case DeviceWait::spin:
        while (!done()) {
        }
        break;
      case DeviceWait::block: {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return done(); });
        break;
      }
      case DeviceWait::query:
        for (Turns turns(progress); !done(); turns.pass()) std::this_thread::yield();
        break;
      case DeviceWait::poll:
        for (Turns turns(progress); !done(); turns.pass()) {
          probe();
          serve_others();
        }
        break;
    }
    if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
  }

 private:
  enum class State { idle, submitted, done, ending };

  bool done() const { return state_.load(std::memory_order_acquire) == State::done; }

  void change(State state) {
    {
      const std::lock_guard lock(mutex_);
      state_.store(state, std::memory_order_release);
    }
    changed_.notify_all();
  }

  void probe() {
    int found = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
  }

  void work() {
    NoProgress idle;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return state_ == State::submitted || state_ == State::ending; });
        if (state_ == State::ending) return;
      }
      try {
        digestor_->digest_batch(batch_, *screen_, idle);
      } catch (...) {
        fault_ = std::current_exception();
      }
      change(State::done);
    }
  }

  std::unique_ptr<Digestor> digestor_;
  const Communicator& world_;
  DeviceWait way_;
  std::span<TaskInFlight> batch_;  // the worker's while State::submitted
  const QuartetScreen* screen_ = nullptr;
  std::exception_ptr fault_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<State> state_{State::idle};
  std::thread worker_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<Engine> make_emulated_engine(const EngineContext& context) {
  return std::make_unique<EmulatedEngine>(context);
}

}  // namespace fockproxy
