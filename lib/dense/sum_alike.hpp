// A sum over ranks that decides how all of them go on.
#pragma once

#include <span>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Collective. Elementwise, in place, bitwise the same on every rank, which MPI advises of a sum and does not promise.
inline void sum_alike(const Communicator& comm, std::span<double> values) {
  comm.reduce_all(values, MPI_SUM);
  comm.broadcast(values);
}

}  // namespace fockproxy
