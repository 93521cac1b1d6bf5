// Where the blocks of the matrix "rma" lie: every rank's panel is one run of doubles.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Local, immutable; refers to the layout and the ownership of its matrix.
class RmaPanels {
 public:
  RmaPanels(const BlockLayout& layout, const Ownership& ownership, BlockStorage storage)
      : layout_(layout), ownership_(ownership), storage_(storage) {}

  std::size_t doubles(int rank) const;
  int columns(int rank) const;  // of its panel

  // A block in its owner's panel.
  struct Position {
    int row, column;           // of its first element in the panel
    std::size_t first_double;  // that element
    int stride;                // doubles from one row of the block to the next
  };
  Position position(int row, int column, int owner) const;

  // The panel of `rank`, row-major, as it is stored, and back.
  std::vector<double> stored(const Matrix& panel, int rank) const;
  Matrix panel(std::span<const double> stored, int rank) const;

 private:
  const BlockLayout& layout_;
  const Ownership& ownership_;
  BlockStorage storage_;
};

}  // namespace fockproxy
