// Tools for a process that ends after a failure: a line of text without allocation or locks, and a time limit for the
// end.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>

namespace fockproxy {

// A line of text. Async-signal-safe; truncates text that is too long. Local, for one thread.
class FixedLine {
 public:
  FixedLine& operator<<(const char* text) {
    for (; *text != '\0' && length_ < sizeof text_ - 1; ++text) text_[length_++] = *text == '\n' ? ' ' : *text;
    return *this;
  }
  FixedLine& operator<<(std::int64_t number) {
    char digits[24];
    char* first = digits + sizeof digits - 1;
    *first = '\0';
    std::uint64_t rest = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    do *--first = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (number < 0) *--first = '-';
    return *this << first;
  }

  // Writes the line and its line end in one write(2), so lines of several ranks do not mix.
  void write(int file) {
    text_[length_++] = '\n';
    for (std::size_t done = 0; done < length_;) {
      const ssize_t n = ::write(file, text_ + done, length_ - done);
      if (n <= 0) return;
      done += static_cast<std::size_t>(n);
    }
  }

 private:
  char text_[2048];
  std::size_t length_ = 0;
};

// Local, async-signal-safe. The kernel ends this process by SIGALRM after `seconds`, even if a write to a full pipe,
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
