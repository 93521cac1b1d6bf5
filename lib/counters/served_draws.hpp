// Draws by request and answer, like NXTVAL of TCGMSG: the common part of the counters with a server.
#pragma once

#include <cstdint>
#include <functional>

#include "parallel/communicator.hpp"
#include "parallel/traffic.hpp"

namespace fockproxy {

// The client, which sends requests to rank 0. Local; not thread-safe. No other messages may use `comm`.
class DrawRequests {
 public:
  explicit DrawRequests(const Communicator& comm) : comm_(comm) {}

  std::int64_t fetch_add(std::int64_t n);
  void start_fetch_add(std::int64_t n);
  std::int64_t finish_fetch_add();
  bool had_arrived() const { return had_arrived_; }
  void leave();  // no more requests until the service starts again

  Traffic traffic() const { return traffic_; }

 private:
  const Communicator& comm_;
  std::int64_t n_ = 0;       // of the draw under way
  std::int64_t before_ = 0;  // its result
  MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  bool had_arrived_ = false;
  Traffic traffic_;
};

// The server, on rank 0. Local; one thread at a time.
class DrawService {
 public:
  explicit DrawService(const Communicator& comm) : comm_(comm) {}

  void begin() { clients_ = comm_.size() - 1; }  // every other rank will draw and then leave
  bool all_have_left() const { return clients_ == 0; }
  bool request_is_here() const;  // does not wait
  // Waits for one request. Answers a draw with fetch_add(n), or records that the sender has left.
  void serve_one(const std::function<std::int64_t(std::int64_t)>& fetch_add);

 private:
  const Communicator& comm_;
  int clients_ = 0;
};

}  // namespace fockproxy
