// Memory that the ranks of a node share.
#pragma once

#include <cstddef>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// A segment of every rank, which the ranks of its node load and store (MPI_Win_allocate_shared, MPI-4.0
// section 12.2.3). Collective construction and destruction over `world`, which must outlive it; throws UsageError on
// every rank where this MPI refuses.
class NodeMemory {
 public:
  NodeMemory(const Communicator& world, std::size_t bytes);  // of this rank's segment
  ~NodeMemory();
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  void* of(int rank) const { return segments_[rank]; }  // local; of a rank of the world, null on other nodes
  void* of_first() const { return first_; }             // local; of the rank that is first on this node
  int ranks() const { return size_; }                   // local; of the node
  int rank() const { return rank_; }                    // local; of this rank on its node
  // Ranks of the world that are first on their nodes, or MPI_COMM_NULL on all others.
  MPI_Comm leaders() const { return leaders_; }
  // Collective over the node: what anybody stored before is there for everybody's loads after.
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
