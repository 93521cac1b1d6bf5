#include "counters/served_draws.hpp"

#include "counters/arrival.hpp"

namespace fockproxy {
namespace {

constexpr int server = 0;
enum Tag { request_tag, answer_tag };
constexpr std::int64_t leaving = 0;  // a draw always adds something

}  // namespace

std::int64_t DrawRequests::fetch_add(std::int64_t n) {
  std::int64_t before = 0;
  traffic_.count(2, 2 * sizeof(std::int64_t));
  check_mpi(MPI_Send(&n, 1, MPI_INT64_T, server, request_tag, comm_.handle()), "MPI_Send");
  check_mpi(MPI_Recv(&before, 1, MPI_INT64_T, server, answer_tag, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
  return before;
}

void DrawRequests::start_fetch_add(std::int64_t n) {
  n_ = n;
  traffic_.count(2, 2 * sizeof(std::int64_t));
  check_mpi(MPI_Irecv(&before_, 1, MPI_INT64_T, server, answer_tag, comm_.handle(), &requests_[0]), "MPI_Irecv");
  check_mpi(MPI_Isend(&n_, 1, MPI_INT64_T, server, request_tag, comm_.handle(), &requests_[1]), "MPI_Isend");
}

std::int64_t DrawRequests::finish_fetch_add() {
  had_arrived_ = has_arrived([this] {
    int arrived = 0;
    check_mpi(MPI_Test(&requests_[0], &arrived, MPI_STATUS_IGNORE), "MPI_Test");
    return arrived != 0;
  });
  check_mpi(MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE), "MPI_Waitall");
  return before_;
}

void DrawRequests::leave() {
  check_mpi(MPI_Send(&leaving, 1, MPI_INT64_T, server, request_tag, comm_.handle()), "MPI_Send");
}

bool DrawService::request_is_here() const {
  int found = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, request_tag, comm_.handle(), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
  return found != 0;
}

void DrawService::serve_one(const std::function<std::int64_t(std::int64_t)>& fetch_add) {
  std::int64_t n = 0;
  MPI_Status status;
  check_mpi(MPI_Recv(&n, 1, MPI_INT64_T, MPI_ANY_SOURCE, request_tag, comm_.handle(), &status), "MPI_Recv");
  if (n == leaving) {
    --clients_;
    return;
  }
  const std::int64_t before = fetch_add(n);
  check_mpi(MPI_Send(&before, 1, MPI_INT64_T, status.MPI_SOURCE, answer_tag, comm_.handle()), "MPI_Send");
}

}  // namespace fockproxy
