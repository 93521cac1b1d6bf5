// Memory that the ranks of a node share.
#pragma once

#include <cstddef>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// One segment for each rank, which the ranks of its node load and store (MPI_Win_allocate_shared, MPI-4.0 section
// 12.2.3). Collective construction and destruction over `world`, which must outlive it. Throws UsageError on every rank
// if this MPI refuses.
class NodeMemory {
 public:
  NodeMemory(const Communicator& world, std::size_t bytes);  // `bytes`: the size of this rank's segment
  ~NodeMemory();
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  void* of(int rank) const { return segments_[rank]; }  // local; by rank of the world, null for other nodes
  void* of_first() const { return first_; }             // local; the segment of the first rank of this node
  int ranks() const { return size_; }                   // local; the number of ranks on this node
  int rank() const { return rank_; }                    // local; the number of this rank on its node
  // Local. The communicator of the first ranks of all nodes; MPI_COMM_NULL on all other ranks.
  MPI_Comm leaders() const { return leaders_; }
  // Collective over the node. Loads after it see the stores of all ranks before it.
  void everybody() const;

 private:
  void find_segments(const Communicator& world);
  void free();

  MPI_Comm node_ = MPI_COMM_NULL, leaders_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  int rank_ = 0, size_ = 1;
  void* first_ = nullptr;
  std::vector<void*> segments_;
};

}  // namespace fockproxy
