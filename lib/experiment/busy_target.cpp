#include "experiment/busy_target.hpp"

#include "support/clock.hpp"

namespace fockproxy {
namespace {

enum Tag { question, answer, released };

// How long the target stays inside MPI between two computations. This is enough for all messages of one operation,
// because one call may serve only one message.
constexpr double inside_seconds = 200e-6;

}  // namespace

void BusyTarget::compute_until_released(double period, double end) const {
  for (int working = origins_; working > 0;) {
    if (now() < end) work_.run(period, progress_);
    for (const double start = now(); working > 0 && now() - start < inside_seconds;) {
      int arrived = 0;
      MPI_Status status;
      check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.handle(), &arrived, &status), "MPI_Iprobe");
      if (!arrived) {
        serve_others();
        continue;
      }
      const int origin = status.MPI_SOURCE;
      char token = 0;
      check_mpi(MPI_Recv(&token, 1, MPI_CHAR, origin, status.MPI_TAG, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
      if (status.MPI_TAG == released) --working;
      else check_mpi(MPI_Send(&token, 1, MPI_CHAR, origin, answer, comm_.handle()), "MPI_Send");
    }
  }
}

void BusyTarget::ask() const {
  char token = 0;
  check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_, question, comm_.handle()), "MPI_Send");
  check_mpi(MPI_Recv(&token, 1, MPI_CHAR, target_, answer, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
}

void BusyTarget::release() const {
  const char token = 0;
  check_mpi(MPI_Send(&token, 1, MPI_CHAR, target_, released, comm_.handle()), "MPI_Send");
}

}  // namespace fockproxy
