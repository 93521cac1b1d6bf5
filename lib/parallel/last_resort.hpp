// Ends the process unconditionally after a time.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <csignal>

namespace fockproxy {

// Local, async-signal-safe: the kernel ends this process by SIGALRM after `seconds`, even if a write to a full pipe,
// MPI_Abort or a lock never returns.
inline void end_process_within(unsigned seconds) {
  std::signal(SIGALRM, SIG_DFL);
  sigset_t alarm_signal;
  sigemptyset(&alarm_signal);
  sigaddset(&alarm_signal, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm_signal, nullptr);
  alarm(seconds);
}

}  // namespace fockproxy
