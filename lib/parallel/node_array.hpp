// Tables that every rank reads, with one copy for all ranks of a node.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/node_memory.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// `size` numbers, filled by all ranks of `world` together, and again as often as one likes. In memory shared by the
// ranks of a node (MPI-4.0 section 12.2.3); in a copy for each rank where there is one rank to a node, where this MPI
// refuses shared memory, or where /dev/shm has no room for it (64 MB in many containers: the kernel would end the job
// at the first touch). Collective construction and destruction; `world` must outlive it. T: double or std::int64_t.
template <class T>
class NodeArray {
 public:
  NodeArray(const Communicator& world, std::size_t size, bool may_share = true);

  // Collective. To be written: every element by exactly one rank of the world. What it held is lost.
  std::span<T> begin();
  // Collective. From here on all elements are there for all ranks.
  void finish();

  std::span<const T> elements() const { return elements_; }  // local
  bool is_shared() const { return shared_ != nullptr; }      // local, the same on every rank

 private:
  const Communicator& world_;
  std::unique_ptr<NodeMemory> shared_;
  std::unique_ptr<Communicator> leaders_;  // of several nodes that share; on their first ranks
  bool several_nodes_ = false;
  std::vector<T> own_;
  std::span<T> elements_;
};

// A NodeArray, seen as a matrix of size x size.
class NodeMatrix {
 public:
  NodeMatrix(const Communicator& world, int size)
      : size_(size), array_(world, static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  Eigen::Map<Matrix> begin() { return {array_.begin().data(), size_, size_}; }
  void finish() { array_.finish(); }
  MatrixView view() const { return {array_.elements().data(), size_, size_}; }

 private:
  int size_;
  NodeArray<double> array_;
};

}  // namespace fockproxy
