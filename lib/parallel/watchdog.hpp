// Ends a job that has stopped moving: a hung MPI call cannot be cancelled.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "system/process_status.hpp"

namespace fockproxy {

// One sleeping thread per process that makes no MPI call and shares no lock with anybody. Every beat() moves it on;
// after `timeout` seconds without one it writes the last place with write(2) and, once on a node, whom the others wait
// for as far as the node's board shows it; waits a moment for the other ranks to write too, and calls
// _exit(ExitCode::stalled). Time in which the whole process did not run (suspended) does not count. All members are
// local and thread-safe; beat(), mark() and locate() are cheap and those of process_status.
class Watchdog {
 public:
  using LastAct = std::function<void()>;

  Watchdog(int rank, double timeout_seconds);  // 0: no watchdog, no thread
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void beat() { process_status.beat(); }
  // From pause() to resume() a missing beat is no stall: this rank waits on purpose for ranks with watchdogs of their
  // own, of which at least one must not be paused.
  void pause() { process_status.pause(true); }
  void resume() {
    beat();
    process_status.pause(false);
  }
  void mark(const char* phase) { process_status.mark(phase); }
  // Where this rank is, without moving on: for steps of something that must end in time as a whole.
  void locate(const char* place) { process_status.locate(place); }

  // What else to do before the process ends; null: nothing. It must live until the next call, which does not return
  // when the process is already ending. It runs in the watchdog's thread while the main thread may hold any lock: it
  // may write(2) and rename(2) what was prepared, and must neither allocate nor use a stream.
  void before_the_end(const LastAct* act);

 private:
  void run();
  bool stops_within(double seconds);
  [[noreturn]] void end_process();
  double timeout_;
  std::string timeout_text_;
  sem_t stopping_;
  std::atomic<bool> ending_{false};
  std::atomic<const LastAct*> last_act_{nullptr};
  std::thread thread_;
};

}  // namespace fockproxy
