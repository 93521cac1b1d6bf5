#include "parallel/waiting.hpp"

#include "parallel/returned_errors.hpp"

namespace fockproxy {
namespace {

Serve serve = nullptr;

}  // namespace

void serve_while_waiting(Serve how) { serve = how; }

bool must_serve_others() { return serve != nullptr; }

void serve_others() {
  if (serve != nullptr) serve();
}

int wait_for(MPI_Request& request) {
  if (serve == nullptr) return MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int done = 0;;) {
    if (const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE); code != MPI_SUCCESS || done != 0) return code;
    serve();
  }
}

void arrive(MPI_Comm comm) {
  if (serve == nullptr) return;
  MPI_Request everybody = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm, &everybody), "MPI_Ibarrier");
  check_mpi(wait_for(everybody), "MPI_Ibarrier");
}

}  // namespace fockproxy
