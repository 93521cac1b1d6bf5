#include "blocks/redistribution.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fockproxy {

namespace {

using Index = Eigen::Index;

// A range of functions in one dimension.
struct Range {
  Index first, last;
};

// The elements of a rank's panel, or of its transpose, that one process of a grid has. They are visited in the same
// order on every rank, for some columns of the block-cyclic matrix at a time.
class Overlap {
 public:
  Overlap(const BlockLayout& layout, const Ownership& ownership, const ProcessGrid& grid)
      : layout_(layout), ownership_(ownership), grid_(grid), own_(ownership.area(layout, grid.comm().rank())) {
    for (int spin = 0; spin < layout.spins(); ++spin)
      for (int f = 0; f < layout.functions(); ++f) columns_.push_back(layout.column(f, spin) - own_.first_column);
  }

  const Communicator& comm() const { return grid_.comm(); }

  // An element of this rank's panel.
  template <class M>
  auto& element(M& panel, int spin, Index i, Index j) const {
    return panel(i - own_.first_row, columns_[static_cast<std::size_t>(spin * layout_.functions() + j)]);
  }
  Matrix new_panel() const { return Matrix(own_.rows, own_.columns); }

  // Calls f(spin, i, j, row, column) for the elements in the panel of `of_panels` that process `of_grid` has, with its
  // local row and column.
  template <class F>
  void direct(int of_grid, int of_panels, Range strip, F f) const {
    const auto [rows, columns] = ranges(of_panels);
    for_each(of_grid, rows, columns, strip, f);
  }
  // The same for the elements whose transposed element (j, i) is in the panel.
  template <class F>
  void transposed(int of_grid, int of_panels, Range strip, F f) const {
    const auto [rows, columns] = ranges(of_panels);
    for_each(of_grid, columns, rows, strip, f);
  }

  // Every rank sends to each rank and receives from each rank, some columns at a time. pack(rank, strip, values)
  // appends the values to send, count(rank, strip) returns how many arrive, and take(rank, strip, values) gets those
  // that arrived.
  template <class Pack, class Count, class Take>
  void exchange(Pack pack, Count count, Take take) const {
    const Index n = layout_.functions(), ranks = comm().size();
    const Index width = std::max<Index>(1, redistribution_message * ranks / (n * layout_.spins()));
    std::vector<double> out, in;
    for (Index first = 0; first < n; first += width) {
      const Range strip{first, std::min(first + width, n)};
      for (int step = 0; step < ranks; ++step) {
        const int to = (comm().rank() + step) % comm().size();
        const int from = (comm().rank() + comm().size() - step) % comm().size();
        out.clear();
        pack(to, strip, out);
        in.resize(count(from, strip));
        comm().send_receive(std::span<const double>(out), to, std::span(in), from);
        take(from, strip, std::span<const double>(in));
      }
    }
  }

 private:
  std::pair<Range, Range> ranges(int rank) const {
    const Ownership::Panel p = ownership_.panel(rank);
    return {{layout_.first_row(p.first_row_block), layout_.first_row(p.last_row_block)},
            {layout_.first_row(p.first_column_block), layout_.first_row(p.last_column_block)}};
  }

  template <class F>
  void for_each(int of_grid, Range in_rows, Range in_columns, Range strip, F f) const {
    if (of_grid >= grid_.rows() * grid_.columns()) return;
    const Index n = layout_.functions();
    const CyclicIndex rows(n, grid_.block(), grid_.rows(), of_grid / grid_.columns());
    const CyclicIndex columns(n, grid_.block(), grid_.columns(), of_grid % grid_.columns());
    const Index first = rows.local_before(in_rows.first), last = rows.local_before(in_rows.last);
    const Index end = columns.local_before(std::min(in_columns.last, strip.last));
    for (int spin = 0; spin < layout_.spins(); ++spin)
      for (Index c = columns.local_before(std::max(in_columns.first, strip.first)); c < end; ++c)
        for (Index r = first; r < last; ++r) f(spin, rows.global(r), columns.global(c), r, c);
  }

  const BlockLayout& layout_;
  const Ownership& ownership_;
  const ProcessGrid& grid_;
  Ownership::Area own_;
  std::vector<int> columns_;  // columns of this rank's panel if it were as wide as the matrix; by spin and function
};

}  // namespace

Matrix panel_of(const BlockLayout& layout, const Ownership& ownership, const SpinDense& density) {
  const Overlap overlap(layout, ownership, density.front().grid());
  const int self = overlap.comm().rank();
  Matrix panel = overlap.new_panel();
  // The elements of the lower triangle, and those that are copied to the upper one.
  const auto visit = [&](int of_grid, int of_panels, Range strip, auto lower, auto upper) {
    overlap.direct(of_grid, of_panels, strip, [&](int spin, Index i, Index j, Index r, Index c) {
      if (i >= j) lower(spin, i, j, r, c);
    });
    overlap.transposed(of_grid, of_panels, strip, [&](int spin, Index i, Index j, Index r, Index c) {
      if (i > j) upper(spin, j, i, r, c);
    });
  };
  overlap.exchange(
      [&](int to, Range strip, std::vector<double>& values) {
        const auto add = [&](int spin, Index, Index, Index r, Index c) {
          values.push_back(density[static_cast<std::size_t>(spin)].local()(r, c));
        };
        visit(self, to, strip, add, add);
      },
      [&](int from, Range strip) {
        std::size_t n = 0;
        const auto one = [&](int, Index, Index, Index, Index) { ++n; };
        visit(from, self, strip, one, one);
        return n;
      },
      [&](int from, Range strip, std::span<const double> values) {
        auto next = values.begin();
        const auto set = [&](int spin, Index i, Index j, Index, Index) {
          overlap.element(panel, spin, i, j) = *next++;
        };
        visit(from, self, strip, set, set);
      });
  return panel;
}

SpinDense symmetric_from_panels(const BlockLayout& layout, const Ownership& ownership, const Matrix& panel,
                                const ProcessGrid& grid) {
  const Overlap overlap(layout, ownership, grid);
  const int self = overlap.comm().rank();
  SpinDense result(static_cast<std::size_t>(layout.spins()), DenseMatrix(grid, layout.functions(), layout.functions()));
  overlap.exchange(
      [&](int to, Range strip, std::vector<double>& values) {
        overlap.direct(to, self, strip, [&](int spin, Index i, Index j, Index, Index) {
          values.push_back(overlap.element(panel, spin, i, j));
        });
        overlap.transposed(to, self, strip, [&](int spin, Index i, Index j, Index, Index) {
          values.push_back(overlap.element(panel, spin, j, i));
        });
      },
      [&](int from, Range strip) {
        std::size_t n = 0;
        const auto one = [&](int, Index, Index, Index, Index) { ++n; };
        overlap.direct(self, from, strip, one);
        overlap.transposed(self, from, strip, one);
        return n;
      },
      // Each element is sent twice, itself and its transpose: the sum of two does not depend on their order.
      [&](int from, Range strip, std::span<const double> values) {
        auto next = values.begin();
        const auto add = [&](int spin, Index, Index, Index r, Index c) {
          result[static_cast<std::size_t>(spin)].local()(r, c) += *next++;
        };
        overlap.direct(self, from, strip, add);
        overlap.transposed(self, from, strip, add);
      });
  for (DenseMatrix& matrix : result) matrix *= 0.5;
  return result;
}

}  // namespace fockproxy
