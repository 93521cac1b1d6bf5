#include "parallel/ghost_segments.hpp"

#include <algorithm>

#include "parallel/node_ranks.hpp"
#include "support/error.hpp"
#include "system/memory.hpp"

namespace fockproxy {
namespace {

int ghosts_of_a_node = 1;

// The ranks of a node and which of them are ghosts.
struct Node : NodeRanks {
  explicit Node(const Communicator& world) : NodeRanks(world), ghosts(std::min(ghosts_of_a_node, size)) {}
  bool is_ghost() const { return rank >= size - ghosts; }
  // Equal shares in order: the first ranks belong to the first ghost.
  int ghost_of(int other) const {
    return size - ghosts + static_cast<int>(static_cast<std::int64_t>(other) * ghosts / size);
  }

  int ghosts;
};

}  // namespace

void set_ghosts_per_node(int ghosts) { ghosts_of_a_node = ghosts; }
int ghosts_per_node() { return ghosts_of_a_node; }

std::vector<bool> find_ghosts(const Communicator& world) {
  Node node(world);
  MPI_Comm_free(&node.comm);
  const std::vector<int> all = world.all_gather(node.is_ghost() ? 1 : 0);
  return {all.begin(), all.end()};
}

GhostSegments::GhostSegments(const Communicator& world, std::size_t bytes) {
  const Node node(world);
  node_ = node.comm;
  // Whole pages, so that no segment is empty and the pieces of all ranks are contiguous in every process.
  const auto padded = static_cast<MPI_Aint>(std::max(whole_pages(bytes), page_size()));
  const int code = MPI_Win_allocate_shared(padded, 1, MPI_INFO_NULL, node_, &own_, &shared_);
  if (world.max(code == MPI_SUCCESS ? 0 : 1) != 0) {
    if (shared_ != MPI_WIN_NULL) MPI_Win_free(&shared_);
    MPI_Comm_free(&node_);
    throw AgreedUsageError("this MPI refuses shared memory windows with these settings, and a ghost needs them");
  }
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, shared_), "MPI_Win_lock_all");

  // The memory may have a different address in each process, and the address in the ghost counts. Each segment has one
  // ghost; the other ranks contribute 0 to the sum.
  std::vector<MPI_Aint> first(node.size, 0);
  for (int r = 0; r < node.size; ++r)
    if (node.ghost_of(r) == node.rank) first[r] = expose(r);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, first.data(), node.size, MPI_AINT, MPI_SUM, node_), "MPI_Allreduce");
  std::vector<int> world_ranks(node.size);
  const int own = world.rank();
  check_mpi(MPI_Allgather(&own, 1, MPI_INT, world_ranks.data(), 1, MPI_INT, node_), "MPI_Allgather");
  by_rank_ = world.all_gather(ExposedSegment{world_ranks[node.ghost_of(node.rank)], first[node.rank]});
}

GhostSegments::~GhostSegments() {
  arrive(node_);
  MPI_Win_unlock_all(shared_);
  MPI_Win_free(&shared_);
  MPI_Comm_free(&node_);
}

void GhostSegments::sync() const { check_mpi(MPI_Win_sync(shared_), "MPI_Win_sync"); }

MPI_Aint GhostSegments::expose(int node_rank) {
  MPI_Aint bytes = 0;
  int unit = 0;
  void* base = nullptr;
  check_mpi(MPI_Win_shared_query(shared_, node_rank, &bytes, &unit, &base), "MPI_Win_shared_query");
  std::byte* const segment = static_cast<std::byte*>(base);
  std::byte* const begin = exposed_.empty() ? segment : exposed_.data();
  exposed_ = {begin, segment + bytes};
  return segment - begin;
}

}  // namespace fockproxy
