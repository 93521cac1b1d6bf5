#include "parallel/transport_probe.hpp"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <filesystem>

#include "parallel/window.hpp"
#include "support/clock.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

constexpr int message_bytes = 1 << 20;
constexpr int messages = 4;
constexpr int word_bytes = 8;

std::int64_t received_by(int socket) {
  tcp_info info{};
  socklen_t length = sizeof(info);
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return 0;  // not a TCP socket
  if (length < offsetof(tcp_info, tcpi_bytes_received) + sizeof(info.tcpi_bytes_received))
    return 0;  // Linux before 4.1
  return static_cast<std::int64_t>(info.tcpi_bytes_received);
}

// Runs `send` with equal sizes between barriers; the first round connects, the others count.
template <class Send>
PathTraffic counted(const Communicator& comm, std::string path, Send send) {
  send(message_bytes);
  comm.barrier();
  const std::int64_t before = tcp_bytes_received();
  comm.barrier();
  const double start = now();
  for (int i = 0; i < messages; ++i) send(message_bytes);
  comm.barrier();
  const double seconds = now() - start;
  const std::int64_t mine = tcp_bytes_received() - before;
  comm.barrier();
  std::array<double, 21> latencies;
  for (double& latency : latencies) {
    const double begin = now();
    send(word_bytes);
    latency = now() - begin;
  }
  std::ranges::nth_element(latencies, latencies.begin() + latencies.size() / 2);
  return {.path = std::move(path),
          .refused = "",
          .bytes_sent = comm.sum(std::int64_t{messages} * message_bytes),
          .tcp_bytes = comm.sum(std::max<std::int64_t>(mine, 0)),
          .seconds = comm.max(seconds),
          .latency = comm.max(latencies[latencies.size() / 2])};
}

PathTraffic count_messages(const Communicator& comm, int to, int from, const std::vector<char>& data) {
  std::vector<char> received(message_bytes);
  return counted(comm, "messages", [&](int bytes) {
    check_mpi(MPI_Sendrecv(data.data(), bytes, MPI_CHAR, to, 0, received.data(), bytes, MPI_CHAR, from, 0,
                           comm.handle(), MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
  });
}

PathTraffic count_puts(const Communicator& comm, WindowKind kind, int to, const std::vector<char>& data) {
  const std::string name(to_string(kind));
  try {
    const Window window(comm, message_bytes, {.kind = kind});
    const Window::Place at = window.at(to);
    return counted(comm, name, [&](int bytes) {
      check_mpi(MPI_Put(data.data(), bytes, MPI_CHAR, at.rank, at.byte, bytes, MPI_CHAR, window.handle()), "MPI_Put");
      check_mpi(MPI_Win_flush(at.rank, window.handle()), "MPI_Win_flush");
    });
  } catch (const AgreedUsageError& error) {  // refused on all ranks
    return {.path = name, .refused = error.what()};
  } catch (const AgreedComputationError& error) {  // failed its self-test on all ranks
    return {.path = name, .refused = error.what()};
  }
}

}  // namespace

std::int64_t tcp_bytes_received() {
  std::int64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const std::string name = entry.path().filename().string();
    int descriptor = -1;
    if (std::from_chars(name.data(), name.data() + name.size(), descriptor).ec == std::errc())
      bytes += received_by(descriptor);
  }
  return bytes;
}

std::vector<PathTraffic> probe_transport(const Communicator& comm) {
  if (comm.size() == 1) return {};
  const int to = (comm.rank() + 1) % comm.size(), from = (comm.rank() + comm.size() - 1) % comm.size();
  const std::vector<char> data(message_bytes, 'x');
  std::vector<PathTraffic> paths{count_messages(comm, to, from, data)};
  for (const WindowKind kind : window_kinds) paths.push_back(count_puts(comm, kind, to, data));
  return paths;
}

}  // namespace fockproxy
