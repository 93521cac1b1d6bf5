#include "parallel/ending_signals.hpp"

#include <time.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

#include "parallel/failure.hpp"
#include "system/last_words.hpp"
#include "system/process_status.hpp"

namespace fockproxy {
namespace {

// Two texts, used alternately: the handler may be reading one while the other is written.
std::array<std::array<char, 1024>, 2> texts{};
std::atomic<const char*> last_words{nullptr};

// Async-signal-safe.
void on_ending_signal(int signal) {
  if (process_status.rank() == 0) {
    FixedLine line;
    line << "fockproxy: ended by SIG" << sigabbrev_np(signal) << " in: " << process_status.place();
    if (const char* words = last_words.load()) line << "; " << words;
    line.write(STDERR_FILENO);
  } else {
    // The launcher kills the other processes when the first one leaves, so rank 0 gets time to report.
    const timespec moment{.tv_sec = 0, .tv_nsec = 300'000'000};
    nanosleep(&moment, nullptr);
  }
  expect_the_end();
  _exit(128 + signal);
}

}  // namespace

void watch_for_ending_signals() {
  struct sigaction action{};
  action.sa_handler = on_ending_signal;
  for (const int signal : {SIGTERM, SIGINT}) sigaction(signal, &action, nullptr);
}

void set_last_words(const std::string& words) {
  static int turn = 0;
  turn = 1 - turn;
  std::array<char, 1024>& text = texts[turn];
  std::strncpy(text.data(), words.c_str(), text.size() - 1);
  last_words.store(words.empty() ? nullptr : text.data());
}

}  // namespace fockproxy
