// Ends a job that makes no progress, because a hung MPI call cannot be cancelled.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "system/process_status.hpp"

namespace fockproxy {

// One sleeping thread per process, which makes no MPI call and shares no lock with other threads. Each beat() counts as
// progress. After `timeout` seconds without one, the thread writes the last place with write(2). One rank of each node
// also writes for which rank the others wait, if the status board shows it. The thread then gives the other ranks a
// moment to write, and calls _exit(ExitCode::stalled). Time in which the whole process did not run (suspended) does not
// count. All members are local and thread-safe. beat(), mark() and locate() are cheap; they call the functions of
// process_status.
class Watchdog {
 public:
  using LastAct = std::function<void()>;

  Watchdog(int rank, double timeout_seconds);  // 0: no watchdog, no thread
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void beat() { process_status.beat(); }
  // From pause() to resume() a missing beat is not a stall. The rank waits on purpose for ranks with their own
  // watchdogs. At least one of these must not be paused.
  void pause() { process_status.pause(true); }
  void resume() {
    beat();
    process_status.pause(false);
  }
  void mark(const char* phase) { process_status.mark(phase); }
  // Names the place of this rank without counting as progress, for steps of an action that must end in time as a whole.
  void locate(const char* place) { process_status.locate(place); }

  // Sets an action to run before the process ends; null: none. It must live until the next call, which does not return
  // if the process is already ending. It runs in the watchdog's thread while the main thread may hold any lock. It may
  // call write(2) and rename(2) on prepared data, and must neither allocate nor use a stream.
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
