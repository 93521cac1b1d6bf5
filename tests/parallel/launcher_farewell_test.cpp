#include "parallel/launcher.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace fockproxy {
namespace {

// The launcher's end of the connection; PMI_FD names the other end.
class LauncherFarewell : public ::testing::Test {
 protected:
  LauncherFarewell() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  ~LauncherFarewell() override {
    for (const int end : ends_) close(end);
  }

  void bid() {
    const std::string descriptor = std::to_string(ends_[0]);
    bid_launcher_farewell(
        [&](const char* name) { return name == std::string("PMI_FD") ? descriptor.c_str() : nullptr; });
  }

  std::string heard() {
    char text[64];
    const ssize_t length = read(ends_[1], text, sizeof(text));
    return {text, length > 0 ? static_cast<std::size_t>(length) : 0};
  }

  bool anything_unread(int end) {
    pollfd state{.fd = ends_[end], .events = POLLIN, .revents = 0};
    return poll(&state, 1, 0) == 1;
  }

  int ends_[2] = {-1, -1};
};

TEST_F(LauncherFarewell, WaitsForTheAnswer) {
  std::string words;
  std::thread launcher([&] {
    words = heard();
    const std::string answer = "cmd=finalize_ack\n";
    EXPECT_EQ(write(ends_[1], answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
  });
  bid();
  launcher.join();
  EXPECT_EQ(words, "cmd=finalize\n");
  EXPECT_FALSE(anything_unread(0));
}

TEST_F(LauncherFarewell, ALauncherThatHasGoneIsNoFailure) {
  close(ends_[1]);
  ends_[1] = dup(ends_[0]);
  bid();  // neither SIGPIPE nor an endless wait
}

TEST_F(LauncherFarewell, NothingIsSentWithoutSuchALauncher) {
  bid_launcher_farewell([](const char*) { return nullptr; });
  bid_launcher_farewell([](const char*) { return "none"; });
  EXPECT_FALSE(anything_unread(1));
}

}  // namespace
}  // namespace fockproxy
