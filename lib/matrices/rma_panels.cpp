#include "matrices/rma_panels.hpp"

namespace fockproxy {
namespace {

using Patch = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;
using ConstPatch = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

template <class M>
auto block_of(M& full, const BlockLayout& layout, int row, int column) {
  return full.block(layout.first_row(row), layout.first_column(column), layout.rows(row), layout.columns(column));
}

}  // namespace

int RmaPanels::columns(const Ownership::Panel& panel) const {
  const auto first = [this](int block) {
    return block == layout_.blocks() ? layout_.matrix_columns() : layout_.first_column(block);
  };
  return first(panel.last_column_block) - first(panel.first_column_block);
}

int RmaPanels::columns(int rank) const { return columns(ownership_.panel(rank)); }

std::size_t RmaPanels::doubles(int rank) const {
  const Ownership::Panel panel = ownership_.panel(rank);
  const int last_row =
      panel.last_row_block == layout_.blocks() ? layout_.functions() : layout_.first_row(panel.last_row_block);
  const std::size_t rows = last_row - layout_.first_row(panel.first_row_block);
  return rows * columns(panel);
}

RmaPanels::Position RmaPanels::position(int row, int column, int owner) const {
  const Ownership::Panel panel = ownership_.panel(owner);
  const int width = columns(panel);
  const int rows_above = layout_.first_row(row) - layout_.first_row(panel.first_row_block);
  const int columns_before = layout_.first_column(column) - layout_.first_column(panel.first_column_block);
  const std::size_t above = static_cast<std::size_t>(rows_above) * width;
  if (storage_ != BlockStorage::tiled) return {rows_above, columns_before, above + columns_before, width};
  // Rows of blocks lie one after the other; inside one, blocks of equal height.
  const std::size_t before = static_cast<std::size_t>(columns_before) * layout_.rows(row);
  return {rows_above, columns_before, above + before, layout_.columns(column)};
}

template <class F>
void RmaPanels::for_blocks(int rank, F f) const {
  const Ownership::Panel panel = ownership_.panel(rank);
  for (int row = panel.first_row_block; row < panel.last_row_block; ++row)
    for (int column = panel.first_column_block; column < panel.last_column_block; ++column) f(row, column);
}

std::vector<double> RmaPanels::cut(const Matrix& full, int rank) const {
  std::vector<double> panel(doubles(rank));
  for_blocks(rank, [&](int row, int column) {
    const Position at = position(row, column, rank);
    Patch(panel.data() + at.first_double, layout_.rows(row), layout_.columns(column), Eigen::OuterStride<>(at.stride)) =
        block_of(full, layout_, row, column);
  });
  return panel;
}

void RmaPanels::paste(std::span<const double> panel, int rank, Matrix& full) const {
  for_blocks(rank, [&](int row, int column) {
    const Position at = position(row, column, rank);
    block_of(full, layout_, row, column) = ConstPatch(panel.data() + at.first_double, layout_.rows(row),
                                                      layout_.columns(column), Eigen::OuterStride<>(at.stride));
  });
}

}  // namespace fockproxy
