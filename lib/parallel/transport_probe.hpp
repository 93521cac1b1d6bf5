// The transport that data really use between ranks: TCP sockets or another one. Settings only request a transport.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Payload bytes received so far through the open TCP sockets of this process, as the kernel counts them (Linux:
// tcpi_bytes_received of getsockopt TCP_INFO). Traffic of other processes does not count. Local.
std::int64_t tcp_bytes_received();

// The bytes through TCP while ranks sent data to each other, summed over ranks.
struct PathTraffic {
  std::string path;             // "messages", or the name of a window kind
  std::string refused;          // why this path failed, in the words of the error; empty otherwise
  std::int64_t bytes_sent = 0;  // by MPI_Sendrecv or MPI_Put, payload
  std::int64_t tcp_bytes = 0;   // received through TCP sockets during this, barriers and headers included
  double seconds = 0;           // from the start until all ranks had sent
  double latency = 0;           // seconds for 8 bytes: the median of each rank, and the largest of these
};

// Each rank sends 4 MB, and then 8 bytes several times, to the next rank, by messages and through a window of each
// kind. Collective, with the same result on each rank. A single rank sends nothing, and the list is empty.
std::vector<PathTraffic> probe_transport(const Communicator& comm);

}  // namespace fockproxy
