#include "matrices/block_layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "support/error.hpp"

namespace fockproxy {
namespace {

// The grid that uses most ranks; among those, the grid nearest to a square. Never more rows or columns than blocks.
std::pair<int, int> near_square_grid(int ranks, int blocks) {
  std::pair<int, int> best = {1, 1};
  for (int columns = 1; columns * columns <= ranks && columns <= blocks; ++columns) {
    const int rows = std::min(ranks / columns, blocks);
    // Columns grow towards a square, so the later grid wins a tie.
    if (rows >= columns && rows * columns >= best.first * best.second) best = {rows, columns};
  }
  return best;
}

// Block indices 0 = c_0 < c_1 < ... < c_parts = blocks. Each is the boundary nearest to an equal share of the
// functions.
std::vector<int> balanced_cuts(const BlockLayout& layout, int parts) {
  std::vector<int> cuts = {0};
  for (int part = 1; part < parts; ++part) {
    const int share = static_cast<int>(std::int64_t{layout.functions()} * part / parts);
    int cut = cuts.back() + 1;
    const int last = layout.blocks() - (parts - part);  // leaves at least one block for each later part
    while (cut < last && std::abs(layout.first_row(cut + 1) - share) <= std::abs(layout.first_row(cut) - share)) ++cut;
    cuts.push_back(cut);
  }
  cuts.push_back(layout.blocks());
  return cuts;
}

std::vector<int> part_of_block(const std::vector<int>& cuts) {
  std::vector<int> part(cuts.back());
  for (int p = 0; p + 1 < static_cast<int>(cuts.size()); ++p)
    std::fill(part.begin() + cuts[p], part.begin() + cuts[p + 1], p);
  return part;
}

}  // namespace

BlockLayout::BlockLayout(std::vector<int> first_function, int spins)
    : first_function_(std::move(first_function)), spins_(spins) {
  const bool increasing = std::adjacent_find(first_function_.begin(), first_function_.end(), std::greater_equal<>()) ==
                          first_function_.end();
  if (first_function_.size() < 2 || first_function_.front() != 0 || !increasing)
    throw UsageError("BlockLayout needs block starts that increase strictly from 0");
  if (spins_ != 1 && spins_ != 2 && spins_ != 4) throw UsageError("BlockLayout needs 1 or 2 spins");
}

int BlockLayout::largest_rows() const {
  int largest = 0;
  for (int block = 0; block < blocks(); ++block) largest = std::max(largest, rows(block));
  return largest;
}

int BlockLayout::block_of(int function) const {
  return static_cast<int>(std::ranges::upper_bound(first_function_, function) - first_function_.begin()) - 1;
}

Ownership::Ownership(const BlockLayout& layout, int ranks) {
  const auto [rows, columns] = near_square_grid(ranks, layout.blocks());
  row_cuts_ = balanced_cuts(layout, rows);
  column_cuts_ = balanced_cuts(layout, columns);
  grid_row_of_ = part_of_block(row_cuts_);
  grid_column_of_ = part_of_block(column_cuts_);
}

Ownership::Panel Ownership::panel(int rank) const {
  if (rank >= grid_rows() * grid_columns()) return {0, 0, 0, 0};
  const int row = rank / grid_columns();
  const int column = rank % grid_columns();
  return {row_cuts_[row], row_cuts_[row + 1], column_cuts_[column], column_cuts_[column + 1]};
}

Ownership::Area Ownership::area(const BlockLayout& layout, int rank) const {
  const Panel p = panel(rank);
  const int row = layout.first_row(p.first_row_block), column = layout.first_row(p.first_column_block);
  return {row, layout.first_row(p.last_row_block) - row, layout.spins() * column,
          layout.spins() * (layout.first_row(p.last_column_block) - column)};
}

}  // namespace fockproxy
