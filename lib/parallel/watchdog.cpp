#include "parallel/watchdog.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "parallel/thread_usage.hpp"
#include "support/error.hpp"

namespace fockproxy {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

Watchdog::Watchdog(int rank, double timeout_seconds) : rank_(rank), timeout_(timeout_seconds) {
  if (timeout_ > 0) thread_ = std::thread([this] { run(); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

void Watchdog::before_the_end(std::function<void()> act) {
  const std::lock_guard lock(mutex_);
  last_act_ = std::move(act);
}

void Watchdog::run() {
  name_own_thread("watchdog");
  // Rare wake-ups, so that the thread does not disturb what is measured; a stall is seen at most a twentieth late,
  // which is less than ranks wait for each other's last words.
  const Seconds period(std::min(timeout_ / 20, 1.0));
  std::uint64_t seen = beats_.load(std::memory_order_relaxed);
  auto last_change = Clock::now();
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, period, [this] { return stop_; })) {
    const std::uint64_t now = beats_.load(std::memory_order_relaxed);
    if (now != seen || paused_.load(std::memory_order_relaxed)) {
      seen = now;
      last_change = Clock::now();
    } else if (Clock::now() - last_change >= Seconds(timeout_)) {
      end_process();
    }
  }
}

void Watchdog::end_process() const {
  // Nothing here may take a lock that the stalled thread holds: no stdio stream, no allocation.
  char line[256];
  const int length =
      std::snprintf(line, sizeof line, "fockproxy: stalled: rank %d made no progress for %g s, last seen in: %s\n",
                    rank_, timeout_, where_.load(std::memory_order_relaxed));
  if (write(STDERR_FILENO, line, std::min<std::size_t>(length, sizeof line - 1)) < 0) {
    // stderr is gone; the exit code still tells.
  }
  if (last_act_) last_act_();
  // The launcher kills the others when the first one leaves: let them write too.
  const Seconds moment(std::min(2.0, timeout_ / 5));
  std::this_thread::sleep_for(moment);
  _exit(static_cast<int>(ExitCode::stalled));
}

}  // namespace fockproxy
