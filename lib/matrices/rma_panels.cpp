#include "matrices/rma_panels.hpp"

namespace fockproxy {
namespace {

using Patch = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;
using ConstPatch = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

}  // namespace

int RmaPanels::columns(int rank) const { return ownership_.area(layout_, rank).columns; }

std::size_t RmaPanels::doubles(int rank) const {
  const Ownership::Area area = ownership_.area(layout_, rank);
  return static_cast<std::size_t>(area.rows) * area.columns;
}

RmaPanels::Position RmaPanels::position(int row, int column, int owner) const {
  const Ownership::Area area = ownership_.area(layout_, owner);
  const int width = area.columns;
  const int rows_above = layout_.first_row(row) - area.first_row;
  const int columns_before = layout_.first_column(column) - area.first_column;
  const std::size_t above = static_cast<std::size_t>(rows_above) * width;
  if (storage_ != BlockStorage::tiled) return {rows_above, columns_before, above + columns_before, width};
  // Rows of blocks lie one after the other; inside one, blocks of equal height.
  const std::size_t before = static_cast<std::size_t>(columns_before) * layout_.rows(row);
  return {rows_above, columns_before, above + before, layout_.columns(column)};
}

std::vector<double> RmaPanels::stored(const Matrix& panel, int rank) const {
  std::vector<double> values(doubles(rank));
  ownership_.for_blocks(layout_, rank, [&](int i, int j, int row, int column) {
    const Position at = position(i, j, rank);
    const int rows = layout_.rows(i), columns = layout_.columns(j);
    Patch(values.data() + at.first_double, rows, columns, Eigen::OuterStride<>(at.stride)) =
        panel.block(row, column, rows, columns);
  });
  return values;
}

Matrix RmaPanels::panel(std::span<const double> stored, int rank) const {
  const Ownership::Area area = ownership_.area(layout_, rank);
  Matrix panel(area.rows, area.columns);
  ownership_.for_blocks(layout_, rank, [&](int i, int j, int row, int column) {
    const Position at = position(i, j, rank);
    const int rows = layout_.rows(i), columns = layout_.columns(j);
    panel.block(row, column, rows, columns) =
        ConstPatch(stored.data() + at.first_double, rows, columns, Eigen::OuterStride<>(at.stride));
  });
  return panel;
}

}  // namespace fockproxy
