#include "parallel/launcher_farewell.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace fockproxy {
namespace {

constexpr int patience = 5000;  // milliseconds

int descriptor_of(const Environment& environment) {
  const char* text = environment("PMI_FD");
  int descriptor = -1;
  if (text != nullptr) {
    const std::string_view digits(text);
    std::from_chars(digits.data(), digits.data() + digits.size(), descriptor);
  }
  return descriptor;
}

// Any answer, or the launcher's end of the connection closed, will do: this process ends in either case.
void wait_for_answer(int descriptor) {
  pollfd answer{.fd = descriptor, .events = POLLIN, .revents = 0};
  char text[64];
  if (poll(&answer, 1, patience) == 1) [[maybe_unused]] const ssize_t read = ::read(descriptor, text, sizeof(text));
}

}  // namespace

void bid_launcher_farewell(const Environment& environment) {
  const int descriptor = descriptor_of(environment);
  if (descriptor < 0) return;
  constexpr std::string_view farewell = "cmd=finalize\n";
  // Not write(): a launcher that has gone must not raise SIGPIPE.
  if (send(descriptor, farewell.data(), farewell.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(farewell.size()))
    wait_for_answer(descriptor);
}

}  // namespace fockproxy
