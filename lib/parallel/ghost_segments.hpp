// Memory that the ranks of a node share. MPI sees it as memory of ghosts, ranks that only serve. The idea is that of
// Casper (Si, Pena, Hammond, Balaji, Takagi & Ishikawa, IPDPS 2015), for windows of fockproxy.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Sets how many of the last ranks of each node are ghosts; 1 unless set. The number is the same in all processes and is
// set before any window is made. Local.
void set_ghosts_per_node(int ghosts);
int ghosts_per_node();

// Whether each rank of `world` is a ghost. Collective. If a node has fewer ranks than ghosts, all of them are ghosts.
std::vector<bool> find_ghosts(const Communicator& world);

// The position of a rank's segment in a window: it belongs to `ghost`, a rank of the same node, and begins at byte
// `first`.
struct ExposedSegment {
  int ghost;
  MPI_Aint first;
};

// One segment for each rank of `world`, in one piece of shared memory per node. Each ghost exposes the segments of an
// equal share of the ranks of its node. So each address has one owner, and accumulates to the same address are atomic
// (MPI-4.0 section 12.7.1). Collective construction and destruction. Throws AgreedUsageError if this MPI refuses shared
// memory. All other members are local.
class GhostSegments {
 public:
  GhostSegments(const Communicator& world, std::size_t bytes);  // `bytes`: the size of this rank's segment
  ~GhostSegments();
  GhostSegments(const GhostSegments&) = delete;
  GhostSegments& operator=(const GhostSegments&) = delete;

  void* own() const { return own_; }
  std::span<std::byte> exposed() const { return exposed_; }  // by this rank; empty unless it is a ghost
  const std::vector<ExposedSegment>& by_rank() const { return by_rank_; }
  void sync() const;  // MPI_Win_sync on the shared memory

 private:
  MPI_Aint expose(int node_rank);  // returns the offset of that rank's segment from the exposed memory of this rank

  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Win shared_ = MPI_WIN_NULL;
  void* own_ = nullptr;
  std::span<std::byte> exposed_;
  std::vector<ExposedSegment> by_rank_;
};

}  // namespace fockproxy
