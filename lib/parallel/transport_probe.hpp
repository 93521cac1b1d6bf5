// The transport that bytes really take between ranks: TCP sockets or another one. Settings only request it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Payload bytes that have arrived so far through the TCP sockets that this process holds open, as the kernel counts
// them (Linux: tcpi_bytes_received of getsockopt TCP_INFO); no traffic of other processes. Local.
std::int64_t tcp_bytes_received();

// What went through TCP while ranks sent to each other, summed over ranks.
struct PathTraffic {
  std::string path;             // "messages", or the name of a window kind
  std::string refused;          // why there is none, in MPI's words; empty otherwise
  std::int64_t bytes_sent = 0;  // by MPI_Sendrecv or MPI_Put, payload
  std::int64_t tcp_bytes = 0;   // received through TCP sockets meanwhile, barriers and headers included
  double seconds = 0;           // that took, until all had sent
  double latency = 0;           // seconds for 8 bytes: the median of one rank, of the slowest
};

// Each rank sends 4 MB, and then 8 bytes a few times, to the next one, by messages and through a window of each kind.
// Collective, with the same result on each rank. A single rank sends nothing, and the list is empty.
std::vector<PathTraffic> probe_transport(const Communicator& comm);

}  // namespace fockproxy
