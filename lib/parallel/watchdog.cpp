#include "parallel/watchdog.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>

#include "parallel/failure.hpp"
#include "parallel/returned_errors.hpp"
#include "parallel/status_board.hpp"
#include "support/error.hpp"
#include "system/last_words.hpp"
#include "system/thread_usage.hpp"

namespace fockproxy {

using Clock = std::chrono::steady_clock;

Watchdog::Watchdog(int rank, double timeout_seconds)
    : timeout_(timeout_seconds), timeout_text_(fmt::format("{:g}", timeout_seconds)) {
  process_status.set_rank(rank);
  sem_init(&stopping_, 0, 0);
  if (timeout_ <= 0) return;
  thread_ = std::thread([this] { run(); });
  name_thread(thread_, "watchdog");
}

Watchdog::~Watchdog() {
  if (thread_.joinable()) {
    sem_post(&stopping_);
    thread_.join();
  }
  sem_destroy(&stopping_);
}

void Watchdog::before_the_end(const LastAct* act) {
  // Either this thread sees that the process is ending, or the watchdog sees the new act.
  last_act_.store(act);
  if (ending_.load())
    for (;;) ::pause();
}

bool Watchdog::stops_within(double seconds) {
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  const auto nanoseconds = until.tv_nsec + static_cast<std::int64_t>(1e9 * seconds);
  until.tv_sec += nanoseconds / 1'000'000'000;
  until.tv_nsec = nanoseconds % 1'000'000'000;
  int code = 0;
  while ((code = sem_clockwait(&stopping_, CLOCK_MONOTONIC, &until)) != 0 && errno == EINTR) {
  }
  return code == 0;
}

void Watchdog::run() {
  // The thread wakes rarely, so that it does not disturb measurements. It sees a stall at most a twentieth of the
  // timeout late. This is less than the time for which ranks wait for each other's reports.
  const double period = std::min(timeout_ / 20, 1.0);
  std::uint64_t seen = process_status.beats();
  double silent = 0;
  for (auto last = Clock::now(); !stops_within(period);) {
    publish_status();
    const auto now = Clock::now();
    // If more time has passed than it slept, this thread did not run either.
    silent += std::min(std::chrono::duration<double>(now - last).count(), 2 * period);
    last = now;
    const std::uint64_t beats = process_status.beats();
    if (beats != seen || process_status.paused()) {
      seen = beats;
      silent = 0;
    } else if (silent >= timeout_) {
      end_process();
    }
  }
}

void Watchdog::end_process() {
  // Nothing here may wait for the stalled thread: no stdio stream, no allocation, no lock. Only a full pipe may block
  // it.
  const double moment = std::min(2.0, timeout_ / 5);
  end_process_within(static_cast<unsigned>(moment) + 5);
  ending_.store(true);
  FixedLine line;
  line << "fockproxy: stalled: rank " << process_status.rank() << " made no progress for " << timeout_text_.c_str()
       << " s, last seen in: " << process_status.place();
  if (const char* error = last_mpi_error(); *error != '\0') line << "; its last MPI error: " << error;
  line.write(STDERR_FILENO);
  FixedLine accusation;
  accusation << "fockproxy: stalled: ";
  if (status_board().accuse(accusation, timeout_ / 2) && status_board().claim_accusation())
    accusation.write(STDERR_FILENO);
  if (const LastAct* act = last_act_.load()) (*act)();
  // The launcher kills the other processes when the first one leaves, so they get time to write too.
  std::this_thread::sleep_for(std::chrono::duration<double>(moment));
  expect_the_end();
  _exit(static_cast<int>(ExitCode::stalled));
}

}  // namespace fockproxy
