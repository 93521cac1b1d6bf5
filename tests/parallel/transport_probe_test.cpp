#include "parallel/transport_probe.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

namespace fockproxy::testing {
namespace {

// A TCP connection of this process to itself.
struct Connection {
  int server = -1, client = -1, accepted = -1;
  Connection() {
    server = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(server, generic, length) != 0 || listen(server, 1) != 0 || getsockname(server, generic, &length) != 0)
      return;
    client = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(client, generic, length) == 0) accepted = accept(server, nullptr, nullptr);
  }
  ~Connection() {
    for (const int descriptor : {accepted, client, server})
      if (descriptor >= 0) close(descriptor);
  }
};

TEST(TcpBytesReceived, CountsWhatArrivesAtSocketsOfThisProcess) {
  const Connection connection;
  ASSERT_GE(connection.accepted, 0);
  const std::int64_t before = tcp_bytes_received();
  std::vector<char> data(5000, 'x');
  ASSERT_EQ(write(connection.client, data.data(), data.size()), 5000);
  ASSERT_EQ(recv(connection.accepted, data.data(), data.size(), MSG_WAITALL), 5000);
  EXPECT_EQ(tcp_bytes_received() - before, 5000);
}

TEST(TcpBytesReceived, LeavesOutPipesAndUnixSockets) {
  int pair[2], ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  ASSERT_EQ(pipe(ends), 0);
  const std::int64_t before = tcp_bytes_received();
  char data[100] = {};
  for (const int* from_to : {pair, ends}) {
    ASSERT_EQ(write(from_to[1], data, sizeof(data)), 100);
    ASSERT_EQ(read(from_to[0], data, sizeof(data)), 100);
  }
  EXPECT_EQ(tcp_bytes_received(), before);
  for (const int descriptor : {pair[0], pair[1], ends[0], ends[1]}) close(descriptor);
}

}  // namespace
}  // namespace fockproxy::testing
