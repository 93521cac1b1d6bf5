// The positions of blocks in the matrices "rma" and "shmem". The panel of every rank is one run of elements of 8 bytes.
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
  int columns(int rank) const;  // of the panel of the rank

  // The position of a block in the panel of its owner.
  struct Position {
    int row, column;    // of the block's first element in the panel
    std::size_t first;  // index of this element as stored
    int stride;         // elements between the beginnings of consecutive rows of the block
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
