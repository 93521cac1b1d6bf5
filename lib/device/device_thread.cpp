#include "device/device_thread.hpp"

#include <utility>

namespace fockproxy {

DeviceThread::DeviceThread() : thread_([this] { run(); }) {}

DeviceThread::~DeviceThread() {
  change(State::ending);
  thread_.join();
}

void DeviceThread::begin(std::function<void()> work) {
  work_ = std::move(work);
  change(State::begun);
}

void DeviceThread::synchronize(DeviceWait way) {
  if (way == DeviceWait::spin) {
    while (!done()) {
    }
  } else if (way == DeviceWait::yield) {
    while (!done()) std::this_thread::yield();
  } else {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return done(); });
  }
}

void DeviceThread::rethrow() {
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
}

void DeviceThread::change(State state) {
  {
    const std::lock_guard lock(mutex_);
    state_.store(state, std::memory_order_release);
  }
  changed_.notify_all();
}

void DeviceThread::run() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return state_ == State::begun || state_ == State::ending; });
      if (state_ == State::ending) return;
    }
    try {
      work_();
    } catch (...) {
      fault_ = std::current_exception();
    }
    change(State::done);
  }
}

}  // namespace fockproxy
