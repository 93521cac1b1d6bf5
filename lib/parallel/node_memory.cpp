#include "parallel/node_memory.hpp"

#include "parallel/node_ranks.hpp"
#include "support/error.hpp"

namespace fockproxy {

NodeMemory::NodeMemory(const Communicator& world, std::size_t bytes) : segments_(world.size(), nullptr) {
  const NodeRanks node(world);
  node_ = node.comm;
  rank_ = node.rank;
  size_ = node.size;
  check_mpi(MPI_Comm_split(world.handle(), rank_ == 0 ? 0 : MPI_UNDEFINED, world.rank(), &leaders_), "MPI_Comm_split");
  void* base = nullptr;
  const int code = MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, node_, &base, &window_);
  if (world.max(code == MPI_SUCCESS ? 0 : 1) != 0) {
    free();
    throw AgreedUsageError("this MPI refuses shared memory windows with these settings");
  }
  find_segments(world);
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
}

NodeMemory::~NodeMemory() {
  MPI_Win_unlock_all(window_);
  free();
}

void NodeMemory::everybody() const {
  arrive(node_);
  check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
  check_mpi(MPI_Barrier(node_), "MPI_Barrier");
  check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
}

void NodeMemory::find_segments(const Communicator& world) {
  MPI_Group ours = MPI_GROUP_NULL, all = MPI_GROUP_NULL;
  MPI_Comm_group(node_, &ours);
  MPI_Comm_group(world.handle(), &all);
  for (int r = 0; r < size_; ++r) {
    int in_world = 0, unit = 0;
    MPI_Aint bytes = 0;
    MPI_Group_translate_ranks(ours, 1, &r, all, &in_world);
    check_mpi(MPI_Win_shared_query(window_, r, &bytes, &unit, &segments_[in_world]), "MPI_Win_shared_query");
    if (r == 0) first_ = segments_[in_world];
  }
  MPI_Group_free(&ours);
  MPI_Group_free(&all);
}

void NodeMemory::free() {
  arrive(node_);
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
  if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
  MPI_Comm_free(&node_);
}

}  // namespace fockproxy
