// Where the blocks of the matrix "rma" lie: every rank's panel is one run of elements, of 8 bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matrices/distributed_matrix.hpp"

namespace fockproxy {

// Local, immutable; refers to the layout and the ownership of its matrix.
class RmaPanels {
 public:
  RmaPanels(const BlockLayout& layout, const Ownership& ownership, BlockStorage storage)
      : layout_(layout), ownership_(ownership), storage_(storage) {}

  std::size_t elements(int rank) const;
  int columns(int rank) const;  // of its panel

  // A block in its owner's panel.
  struct Position {
    int row, column;    // of its first element in the panel
    std::size_t first;  // that element
    int stride;         // elements from one row of the block to the next
  };
  Position position(int row, int column, int owner) const;

  // Convert the panel of `rank` from row-major to the stored form, and back. The type of the elements does not matter.
  using Stored = std::vector<std::uint64_t>;
  Stored stored(const void* panel, int rank) const;
  void to_panel(const Stored& stored, void* panel, int rank) const;

 private:
  // Calls f(byte in the panel, byte as stored, number of bytes) for each row of each block of a rank.
  template <class F>
  void for_rows(int rank, F f) const;

  const BlockLayout& layout_;
  const Ownership& ownership_;
  BlockStorage storage_;
};

}  // namespace fockproxy
