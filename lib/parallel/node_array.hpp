// Tables that every rank reads. All ranks of a node share one copy.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "parallel/communicator.hpp"
#include "parallel/node_memory.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

// `size` numbers that all ranks of `world` fill together, any number of times. The ranks of a node share the memory
// (MPI-4.0 section 12.2.3). Each rank has its own copy in three cases: each node has one rank, this MPI refuses shared
// memory, or /dev/shm lacks room. (Many containers have 64 MB there, and the kernel would end the job at the first
// access.) Collective construction and destruction; `world` must outlive the array. T: double or std::int64_t.
template <class T>
class NodeArray {
 public:
  NodeArray(const Communicator& world, std::size_t size, bool may_share = true);

  // Collective. Begins writing: exactly one rank of the world must write each element. The old content is lost.
  std::span<T> begin();
  // Collective. Ends writing: all ranks can then read all elements.
  void finish();

  std::span<const T> elements() const { return elements_; }  // local
  bool is_shared() const { return shared_ != nullptr; }      // local, the same on every rank

 private:
  const Communicator& world_;
  std::unique_ptr<NodeMemory> shared_;
  std::unique_ptr<Communicator> leaders_;  // the first ranks of several nodes that share memory
  bool several_nodes_ = false;
  std::vector<T> own_;
  std::span<T> elements_;
};

// A NodeArray as a matrix of size x size.
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
