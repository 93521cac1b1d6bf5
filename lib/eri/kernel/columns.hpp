// Contraction over the columns of a pair with separate factors: first over those of one shell within every group of
// primitive pairs, then over those of the other shell. Included by the kernels' translation units only.
#pragma once

#include <utility>

#include "eri/kernel/simd.hpp"
#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {
namespace {

inline constexpr int columns_at_once = lanes == 8 ? 5 : lanes == 4 ? 3 : 2;  // times 4 accumulators

// One term of a contraction: vectors, and its factors for one column after the other.
template <class X>
struct ColumnRow {
  const X* values;
  const Element<X>* factor;
};

// W columns of C vectors: to[j * step + m] = sum over rows of factor[j] values[m].
template <int W, int C, class X>
FOCKPROXY_INLINE void sum_block(const ColumnRow<X>* rows, int count, int column, std::ptrdiff_t m, X* to,
                                std::ptrdiff_t step) {
  X sum[W][C] = {};
  for (int r = 0; r < count; ++r) {
    const X* values = rows[r].values + m;
    const Element<X>* factor = rows[r].factor + column;
    X v[C];
#pragma GCC unroll 8
    for (int t = 0; t < C; ++t) v[t] = values[t];
#pragma GCC unroll 8
    for (int j = 0; j < W; ++j) {
      const X f = broadcast_to<X>(factor[j]);
#pragma GCC unroll 8
      for (int t = 0; t < C; ++t) sum[j][t] += v[t] * f;
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < W; ++j)
#pragma GCC unroll 8
    for (int t = 0; t < C; ++t) to[(column + j) * step + m + t] = sum[j][t];
}

// All columns of C vectors, in parts of nearly equal size.
template <int C, class X>
FOCKPROXY_INLINE void sum_vectors(const ColumnRow<X>* rows, int count, int columns, std::ptrdiff_t m, X* to,
                                  std::ptrdiff_t step) {
  int parts = (columns + columns_at_once - 1) / columns_at_once;
  for (int first = 0; first < columns; --parts) {
    const int size = (columns - first + parts - 1) / parts;
    switch (size) {
      case 1: sum_block<1, C>(rows, count, first, m, to, step); break;
      case 2: sum_block<2, C>(rows, count, first, m, to, step); break;
      case 3: sum_block<3, C>(rows, count, first, m, to, step); break;
      case 4: sum_block<4, C>(rows, count, first, m, to, step); break;
      case 5: sum_block<5, C>(rows, count, first, m, to, step); break;
      default: __builtin_unreachable();
    }
    first += size;
  }
}

template <class X>
FOCKPROXY_NOINLINE void sum_columns(const ColumnRow<X>* rows, int count, int columns, int vectors, X* to,
                                    std::ptrdiff_t step) {
  int m = 0;
  for (; m + 4 <= vectors; m += 4) sum_vectors<4>(rows, count, columns, m, to, step);
  for (; m < vectors; ++m) sum_vectors<1>(rows, count, columns, m, to, step);
}

// The working memory of a contraction: results of the first step, the rows of one sum, and the factors of the second
// shell by group.
template <class X>
struct ColumnRoom {
  X* half;
  ColumnRow<X>* rows;
  const Element<X>** outer;
};

// The destination of results. Run r of columns i of a and j of b begins at to + i * step_a + j * step_b + r * step_run
// and has `length` vectors. The runs of one column follow each other in the terms.
template <class X>
struct ColumnResults {
  X* to;
  std::ptrdiff_t step_a, step_b, step_run;
  int runs, length;
};

// One contraction over the columns of a pair. Its terms come by groups, as in PairView::order.
template <class X>
class ColumnSums {
 public:
  // A term has `vectors` vectors.
  FOCKPROXY_INLINE ColumnSums(const PairView& pair, const ClassView& view, int vectors, const ColumnRoom<X>& room)
      : pair_(pair), view_(view), room_(room), vectors_(vectors) {}

  // The number of terms of this group so far. Their vectors must stay until the next group begins.
  FOCKPROXY_INLINE int terms_of(int group) {
    if (group != group_) end_group();
    group_ = group;
    return terms_;
  }
  // Adds a term of the group of the last terms_of(). factors: of its primitive pair; they must stay until finish().
  FOCKPROXY_INLINE void add(const X* values, const Element<X>* factors) {
    if (terms_ == 0) room_.outer[groups_] = factors + (pair_.outer_a ? 0 : view_.columns_a);
    room_.rows[terms_++] = {values, factors + (pair_.outer_a ? view_.columns_a : 0)};
  }
  // Returns the number of operations, in vectors.
  FOCKPROXY_NOINLINE int finish(const ColumnResults<X>& results);

 private:
  FOCKPROXY_INLINE int inner() const { return pair_.outer_a ? view_.columns_b : view_.columns_a; }
  FOCKPROXY_NOINLINE void end_group() {
    if (terms_ == 0) return;
    sum_columns(room_.rows, terms_, inner(), vectors_, room_.half + std::ptrdiff_t{groups_} * inner() * vectors_,
                vectors_);
    operations_ += 2 * terms_ * inner() * vectors_;
    terms_ = 0;
    ++groups_;
  }

  const PairView& pair_;
  const ClassView& view_;
  const ColumnRoom<X>& room_;
  int vectors_, group_ = -1, terms_ = 0, groups_ = 0, operations_ = 0;
};

// A shell with itself has only the primitive pairs p, q <= p. Adds the pairs q, p.
template <class X>
int add_transposed(const ColumnResults<X>& results, int columns) {
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j <= i; ++j)
      for (int r = 0; r < results.runs; ++r) {
        X* one = results.to + i * results.step_a + j * results.step_b + r * results.step_run;
        X* other = results.to + j * results.step_a + i * results.step_b + r * results.step_run;
        for (int m = 0; m < results.length; ++m) one[m] = other[m] = one[m] + other[m];
      }
  return columns * (columns + 1) / 2 * results.runs * results.length;
}

template <class X>
int ColumnSums<X>::finish(const ColumnResults<X>& results) {
  end_group();
  const bool outer_a = pair_.outer_a;
  const int outer = outer_a ? view_.columns_a : view_.columns_b;
  const std::ptrdiff_t inner_step = outer_a ? results.step_b : results.step_a;
  const std::ptrdiff_t outer_step = outer_a ? results.step_a : results.step_b;
  for (int r = 0; r < results.runs; ++r)
    for (int j = 0; j < inner(); ++j) {
      const X* half = room_.half + std::ptrdiff_t{j} * vectors_ + r * results.length;
      for (int g = 0; g < groups_; ++g) room_.rows[g] = {half + std::ptrdiff_t{g} * inner() * vectors_, room_.outer[g]};
      sum_columns(room_.rows, groups_, outer, results.length, results.to + j * inner_step + r * results.step_run,
                  outer_step);
    }
  operations_ += 2 * groups_ * outer * inner() * vectors_;
  if (pair_.same) operations_ += add_transposed(results, view_.columns_a);
  return operations_;
}

}  // namespace
}  // namespace fockproxy::eri
