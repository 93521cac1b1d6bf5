// The ranks that a batch of one-sided operations was aimed at.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Each is completed once, however many operations went there. Local; not thread-safe.
class TouchedOwners {
 public:
  void note(int owner) {
    if (std::ranges::find(owners_, owner) == owners_.end()) owners_.push_back(owner);
  }
  void clear() { owners_.clear(); }  // keeps its memory

  // Completes operations at their targets (MPI-4.0 section 12.5.4), and so here.
  void flush(MPI_Win window) const {
    for (const int owner : owners_) check_mpi(MPI_Win_flush(owner, window), "MPI_Win_flush");
  }
  // Completes operations here: their buffers are free again.
  void flush_local(MPI_Win window) const {
    for (const int owner : owners_) check_mpi(MPI_Win_flush_local(owner, window), "MPI_Win_flush_local");
  }

 private:
  std::vector<int> owners_;
};

}  // namespace fockproxy
