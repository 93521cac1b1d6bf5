// The ranks of one node.
#pragma once

#include "parallel/communicator.hpp"
#include "parallel/returned_errors.hpp"

namespace fockproxy {

// The ranks of `world` that share memory with this rank, in the order of `world`. The communicator returns errors.
struct NodeRanks {
  // Collective over `world`. The caller must free the communicator; this is collective over it.
  explicit NodeRanks(const Communicator& world) {
    arrive(world.handle());
    check_mpi(MPI_Comm_split_type(world.handle(), MPI_COMM_TYPE_SHARED, world.rank(), MPI_INFO_NULL, &comm),
              "MPI_Comm_split_type");
    return_errors_of_communicator(comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }

  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0, size = 1;
};

}  // namespace fockproxy
