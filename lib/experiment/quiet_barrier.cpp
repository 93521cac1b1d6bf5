#include "experiment/quiet_barrier.hpp"

#include <chrono>
#include <thread>

namespace fockproxy {

void quiet_barrier(const Communicator& comm, double nap_seconds) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm.handle(), &request), "MPI_Ibarrier");
  for (int done = 0;;) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return;
    serve_others();
    std::this_thread::sleep_for(std::chrono::duration<double>(nap_seconds));
  }
}

}  // namespace fockproxy
