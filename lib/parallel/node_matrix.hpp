// Square tables that every rank reads, with one copy for all ranks of a node.
#pragma once

#include "parallel/node_array.hpp"
#include "support/matrix.hpp"

namespace fockproxy {

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
