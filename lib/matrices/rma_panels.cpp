#include "matrices/rma_panels.hpp"

#include <cstring>

namespace fockproxy {
int RmaPanels::columns(int rank) const { return ownership_.area(layout_, rank).columns; }

std::size_t RmaPanels::elements(int rank) const {
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
  // Rows of blocks lie one after the other; the blocks of one row have equal height.
  const std::size_t before = static_cast<std::size_t>(columns_before) * layout_.rows(row);
  return {rows_above, columns_before, above + before, layout_.columns(column)};
}

template <class F>
void RmaPanels::for_rows(int rank, F f) const {
  constexpr std::size_t bytes = 8;
  const auto width = static_cast<std::size_t>(columns(rank));
  ownership_.for_blocks(layout_, rank, [&](int i, int j, int row, int column) {
    const Position at = position(i, j, rank);
    for (int r = 0; r < layout_.rows(i); ++r)
      f(bytes * (static_cast<std::size_t>(row + r) * width + static_cast<std::size_t>(column)),
        bytes * (at.first + static_cast<std::size_t>(r) * static_cast<std::size_t>(at.stride)),
        bytes * static_cast<std::size_t>(layout_.columns(j)));
  });
}

RmaPanels::Stored RmaPanels::stored(const void* panel, int rank) const {
  Stored stored(elements(rank));
  auto* const to = reinterpret_cast<std::byte*>(stored.data());
  for_rows(rank, [&](std::size_t in_panel, std::size_t as_stored, std::size_t bytes) {
    std::memcpy(to + as_stored, static_cast<const std::byte*>(panel) + in_panel, bytes);
  });
  return stored;
}

void RmaPanels::to_panel(const Stored& stored, void* panel, int rank) const {
  const auto* const from = reinterpret_cast<const std::byte*>(stored.data());
  for_rows(rank, [&](std::size_t in_panel, std::size_t as_stored, std::size_t bytes) {
    std::memcpy(static_cast<std::byte*>(panel) + in_panel, from + as_stored, bytes);
  });
}

}  // namespace fockproxy
