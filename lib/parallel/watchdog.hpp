// Ends a job that has stopped moving: a hung MPI call cannot be cancelled.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace fockproxy {

// One sleeping thread per process that makes no MPI call. Every beat() moves it on; after `timeout` seconds without
// one it writes the last marker with write(2), waits a moment for the other ranks to do so too, and calls
// _exit(ExitCode::stalled). All members are local and thread-safe; beat(), mark() and locate() are cheap.
class Watchdog {
 public:
  Watchdog(int rank, double timeout_seconds);  // 0: no watchdog, no thread
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void beat() { beats_.fetch_add(1, std::memory_order_relaxed); }
  // From pause() to resume() a missing beat is no stall: this rank waits on purpose for ranks with watchdogs of their
  // own, of which at least one must not be paused.
  void pause() { paused_.store(true, std::memory_order_relaxed); }
  void resume() {
    beat();
    paused_.store(false, std::memory_order_relaxed);
  }
  // `where` must live until the next mark() or locate(); a string literal does: "Fock build: fetch".
  void mark(const char* where) {
    locate(where);
    beat();
  }
  // Where this rank is, without moving on: for steps of something that must end in time as a whole.
  void locate(const char* where) { where_.store(where, std::memory_order_relaxed); }

  // What else to do before the process ends. It runs in the watchdog's thread while the main thread may hold any lock:
  // it may write(2) and rename(2) what was prepared, and must neither allocate nor use a stream.
  void before_the_end(std::function<void()> act);

 private:
  void run();
  [[noreturn]] void end_process() const;
  int rank_;
  double timeout_;
  std::atomic<std::uint64_t> beats_{0};
  std::atomic<const char*> where_{"start"};
  std::atomic<bool> paused_{false};
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;               // guarded by mutex_
  std::function<void()> last_act_;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace fockproxy
