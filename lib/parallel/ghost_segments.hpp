// Memory that the ranks of a node share, and that in the eyes of MPI belongs to ranks that do nothing but serve: the
// idea of Casper (Si, Pena, Hammond, Balaji, Takagi & Ishikawa, IPDPS 2015), for windows of our own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "parallel/communicator.hpp"

namespace fockproxy {

// The ghosts of a node are its last ranks, as many as this; 1 unless set. One number a process, the same in all, set
// before any window is made. Local.
void set_ghosts_per_node(int ghosts);
int ghosts_per_node();

// For every rank of `world`: is it a ghost? Collective. With fewer ranks on a node than ghosts all of them are.
std::vector<bool> find_ghosts(const Communicator& world);

// Where MPI finds a rank's segment: in the window of `ghost`, a rank of the same node, from byte `first` on.
struct ExposedSegment {
  int ghost;
  MPI_Aint first;
};

// A segment for each rank of `world`, in one piece of shared memory a node. Every ghost exposes those of an equal share
// of its node's ranks, so that each address has one owner and accumulates at it are atomic among themselves (MPI-4.0
// section 12.7.1). Collective construction and destruction; throws AgreedUsageError where this MPI refuses shared
// memory. All else is local.
class GhostSegments {
 public:
  GhostSegments(const Communicator& world, std::size_t bytes);  // `bytes`: of this rank's segment
  ~GhostSegments();
  GhostSegments(const GhostSegments&) = delete;
  GhostSegments& operator=(const GhostSegments&) = delete;

  void* own() const { return own_; }
  std::span<std::byte> exposed() const { return exposed_; }  // by this rank; empty on all but ghosts
  const std::vector<ExposedSegment>& by_rank() const { return by_rank_; }
  void sync() const;  // MPI_Win_sync on the shared memory

 private:
  MPI_Aint expose(int node_rank);  // where that rank's segment begins in what this one exposes

  MPI_Comm node_ = MPI_COMM_NULL;
  MPI_Win shared_ = MPI_WIN_NULL;
  void* own_ = nullptr;
  std::span<std::byte> exposed_;
  std::vector<ExposedSegment> by_rank_;
};

}  // namespace fockproxy
