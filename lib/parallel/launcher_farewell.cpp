#include "parallel/launcher_farewell.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <optional>
#include <string_view>

namespace fockproxy {
namespace {

constexpr int patience = 5000;  // milliseconds

// Any answer, or the launcher's end of the connection closed, will do: this process ends in either case.
void wait_for_answer(int descriptor) {
  pollfd answer{.fd = descriptor, .events = POLLIN, .revents = 0};
  char text[64];
  if (poll(&answer, 1, patience) == 1) recv(descriptor, text, sizeof(text), 0);
}

}  // namespace

void bid_launcher_farewell(const Environment& environment) {
  const std::optional<int> descriptor = environment_number(environment, "PMI_FD");
  if (!descriptor) return;
  constexpr std::string_view farewell = "cmd=finalize\n";
  // Not write(): a launcher that has gone must not raise SIGPIPE.
  if (send(*descriptor, farewell.data(), farewell.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(farewell.size()))
    wait_for_answer(*descriptor);
}

}  // namespace fockproxy
