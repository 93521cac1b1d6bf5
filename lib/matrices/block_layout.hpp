// The division of a distributed matrix into blocks, and the owner of each block.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace fockproxy {

// A square matrix of functions x (spins * functions) elements, divided into blocks x blocks blocks. Block (I,J) is
// row-major, rows(I) x columns(J). With two spins the alpha columns of a block come first, then the beta columns, so
// that one transfer moves both. If an element has several words (blocks/exact_sum.hpp), the first words of all spins
// come first: the layout is that of spins x words spins.
class BlockLayout {
 public:
  // first_function has blocks + 1 entries, strictly increasing from 0; the last one is the number of functions. spins:
  // 1 or 2, times the words of an element.
  BlockLayout(std::vector<int> first_function, int spins);

  int blocks() const { return static_cast<int>(first_function_.size()) - 1; }
  int spins() const { return spins_; }
  int functions() const { return first_function_.back(); }
  int matrix_columns() const { return spins_ * functions(); }
  int first_row(int block) const { return first_function_[block]; }  // for one past the last block: functions()
  int rows(int block) const { return first_function_[block + 1] - first_function_[block]; }
  int first_column(int block) const { return spins_ * first_function_[block]; }
  int columns(int block) const { return spins_ * rows(block); }
  BlockLayout with_words(int words) const { return {first_function_, spins_ * words}; }
  std::int64_t elements(int row_block, int column_block) const {
    return std::int64_t{rows(row_block)} * columns(column_block);
  }
  int largest_rows() const;
  int block_of(int function) const;
  // The column of a function with this spin.
  int column(int function, int spin) const {
    const int block = block_of(function);
    return first_column(block) + spin * rows(block) + function - first_row(block);
  }

 private:
  std::vector<int> first_function_;
  int spins_;
};

// Assigns blocks to a grid of ranks. The parts of the grid begin and end at block boundaries, so every block has
// exactly one owner. Ranks beyond the grid (if there are more ranks than blocks) own nothing.
class Ownership {
 public:
  Ownership(const BlockLayout& layout, int ranks);

  int grid_rows() const { return static_cast<int>(row_cuts_.size()) - 1; }
  int grid_columns() const { return static_cast<int>(column_cuts_.size()) - 1; }
  int owner(int row_block, int column_block) const {
    assert(0 <= row_block && row_block < std::ssize(grid_row_of_));
    assert(0 <= column_block && column_block < std::ssize(grid_column_of_));
    return grid_row_of_[row_block] * grid_columns() + grid_column_of_[column_block];
  }
  // Blocks [first, last) of rows and of columns that `rank` owns; empty for ranks past the grid.
  struct Panel {
    int first_row_block, last_row_block;
    int first_column_block, last_column_block;
  };
  Panel panel(int rank) const;
  // The same panel in elements of the matrix; the columns include all spins.
  struct Area {
    int first_row, rows, first_column, columns;
  };
  Area area(const BlockLayout& layout, int rank) const;
  // Calls f(row block, column block, first row, first column) for each block of a rank. First row and column are
  // relative to the rank's area.
  template <class F>
  void for_blocks(const BlockLayout& layout, int rank, F f) const {
    const Panel blocks = panel(rank);
    for (int i = blocks.first_row_block; i < blocks.last_row_block; ++i)
      for (int j = blocks.first_column_block; j < blocks.last_column_block; ++j)
        f(i, j, layout.first_row(i) - layout.first_row(blocks.first_row_block),
          layout.first_column(j) - layout.first_column(blocks.first_column_block));
  }
  // The index of the first block of each part of the grid. The last entry is the number of blocks.
  const std::vector<int>& row_cuts() const { return row_cuts_; }
  const std::vector<int>& column_cuts() const { return column_cuts_; }

 private:
  std::vector<int> row_cuts_, column_cuts_;
  std::vector<int> grid_row_of_, grid_column_of_;
};

}  // namespace fockproxy
