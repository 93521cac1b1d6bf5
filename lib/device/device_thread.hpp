// A thread that emulates a device.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "device/device.hpp"

namespace fockproxy {

// Runs functions, one after the other, on its own thread. Local; not thread-safe.
class DeviceThread final : public DeviceJob {
 public:
  DeviceThread();
  ~DeviceThread() override;

  // Returns at once. The previous function must have ended. `work` must not be empty.
  void begin(std::function<void()> work);

  bool done() override { return state_.load(std::memory_order_acquire) == State::done; }
  void synchronize(DeviceWait way) override;
  void rethrow() override;

 private:
  enum class State { idle, begun, done, ending };

  void change(State state);
  void run();

  std::function<void()> work_;  // used by the thread in State::begun
  std::exception_ptr fault_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<State> state_{State::idle};
  std::thread thread_;  // last: it uses the others
};

}  // namespace fockproxy
