#include "parallel/node_array.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <cstdint>

#include "parallel/node_ranks.hpp"
#include "support/error.hpp"

namespace fockproxy {
namespace {

// Checks the source of shared memory on Linux. Other windows may need an unknown amount, so half is left free.
bool has_room_for(std::size_t bytes) {
  struct statvfs room{};
  if (statvfs("/dev/shm", &room) != 0) return true;  // this MPI takes it from elsewhere
  return static_cast<double>(room.f_bavail) * static_cast<double>(room.f_frsize) > 2.0 * static_cast<double>(bytes);
}

struct Nodes {
  explicit Nodes(const Communicator& world) {
    NodeRanks node(world);
    MPI_Comm_free(&node.comm);
    first = node.rank == 0;
    count = world.sum(first ? 1 : 0);
  }

  bool first;  // whether this rank is the first on its node
  int count;
};

// Null, on all ranks alike, if shared memory is of no use or not available.
std::unique_ptr<NodeMemory> shared_memory(const Communicator& world, const Nodes& nodes, std::size_t bytes) {
  if (nodes.count == world.size() || world.min(has_room_for(bytes) ? 1 : 0) == 0) return nullptr;
  try {
    return std::make_unique<NodeMemory>(world, nodes.first ? bytes : 0);
  } catch (const AgreedUsageError&) {
    return nullptr;
  }
}

}  // namespace

template <class T>
NodeArray<T>::NodeArray(const Communicator& world, std::size_t size, bool may_share) : world_(world) {
  const Nodes nodes(world);
  several_nodes_ = nodes.count > 1;
  if (may_share) shared_ = shared_memory(world, nodes, size * sizeof(T));
  if (shared_) {
    elements_ = {static_cast<T*>(shared_->of_first()), size};
    if (several_nodes_ && nodes.first) leaders_ = std::make_unique<Communicator>(shared_->leaders());
  } else {
    own_.resize(size);
    elements_ = own_;
  }
}

template <class T>
std::span<T> NodeArray<T>::begin() {
  if (!shared_) {
    std::ranges::fill(elements_, T{});
    return elements_;
  }
  shared_->everybody();  // no rank reads the old content any more
  if (several_nodes_) {  // values of other nodes must not count in the sum
    if (leaders_) std::ranges::fill(elements_, T{});
    shared_->everybody();
  }
  return elements_;
}

template <class T>
void NodeArray<T>::finish() {
  if (!shared_) {
    if (world_.size() > 1) world_.reduce_all(elements_, MPI_SUM);
    return;
  }
  shared_->everybody();
  if (!several_nodes_) return;
  if (leaders_) leaders_->reduce_all(elements_, MPI_SUM);
  shared_->everybody();
}

template class NodeArray<double>;
template class NodeArray<std::int64_t>;

}  // namespace fockproxy
