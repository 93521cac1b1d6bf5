// Integrals of a bra pair with a batch of ket pairs, one or more lanes each. Included by the kernels' translation units
// only.
#pragma once

#include "eri/kernel/columns.hpp"
#include "eri/kernel/contraction.hpp"
#include "eri/kernel/ticks.hpp"

namespace fockproxy::eri {
namespace {

// A batch: as many ket pairs of one class, or parts of them, as X has lanes. Level k holds the k-th primitive pair of
// each lane: its heading and its entries, which include the signs. bound[k] is the largest bound in level k or later.
template <class X>
struct KetBatch {
  const ClassView* view;
  const X* data;
  const double* bound;
  int levels;
};

// The data that a kernel needs besides its pairs. Primitive quartets below `precision` are left out. The working memory
// is for the primitive pairs of the bra, Hermite integrals, those of the bra's Hermite Gaussians, those of the bra's
// products, and (ab|cd). `clock` may be null.
template <class X>
struct KernelContext {
  const BoysTable* boys;
  double precision;
  Element<X>* primitive;
  X *cubes, *half_contracted, *products, *integrals;
  ColumnRoom<X> columns;  // of the bra
  BatchClock* clock = nullptr;
};

// primitives: primitive pairs of the bra that were not negligible. levels: primitive quartets of every lane. columns:
// operations of the contraction over columns, in vectors. lanes: those that primitives filled, if one pair has all
// lanes.
struct Computed {
  int primitives = 0, levels = 0, columns = 0, lanes = 0;
  explicit operator bool() const { return primitives > 0; }
};

// Computes context.integrals[ab][cd] for `width` vectors cd, as the sum of the contributions of context.half_contracted
// from every primitive pair of the bra. `each`: as in contract_bra().
template <int each, class X>
class BraSums {
 public:
  FOCKPROXY_INLINE BraSums(const PairView& bra, const ClassView& view, int width, const KernelContext<X>& context)
      : view_(view), context_(context), width_(width), columns_(bra, view, view.products * width, context.columns) {}

  // `values`: the entries of a primitive pair, and its factors. `group`: that of the primitive pair, if the bra has
  // factors.
  FOCKPROXY_INLINE void add(const Element<X>* values, int group) {
    const X* g = context_.half_contracted;
    if (view_.factors == 0) {
      contract_bra<each>(g, width_, values, view_, context_.integrals, any_);
    } else {
      X* product = context_.products + std::ptrdiff_t{columns_.terms_of(group)} * view_.products * width_;
      contract_bra<each>(g, width_, values, view_, product, false);
      columns_.add(product, values + view_.entries);
    }
    any_ = true;
  }
  // Returns the operations of the contraction over columns.
  FOCKPROXY_INLINE int finish() {
    if (view_.factors == 0 || !any_) return 0;
    const int length = view_.components_b * width_;
    const std::ptrdiff_t row = std::ptrdiff_t{view_.columns_b} * length;
    return columns_.finish({context_.integrals, view_.components_a * row, length, row, view_.components_a, length});
  }

 private:
  const ClassView& view_;
  const KernelContext<X>& context_;
  int width_;
  bool any_ = false;
  ColumnSums<X> columns_;
};

FOCKPROXY_INLINE const double* in_precision(const double* pair, int, double*) { return pair; }
FOCKPROXY_INLINE const float* in_precision(const double* pair, int values, float* room) {
  room[0] = static_cast<float>(pair[0]);
  for (int k = 1; k <= 3; ++k) {
    room[k] = static_cast<float>(pair[k]);
    asm volatile("" : "+m"(room[k]));  // GCC 12 vectorises what follows, and then takes x - double(float(x)) for 0
    room[3 + k] = static_cast<float>(pair[k] - room[k]);
  }
  for (int n = 0; n < values; ++n) room[pair_heading<float> + n] = static_cast<float>(pair[pair_heading<double> + n]);
  return room;
}

// (ab|cd) of a bra pair with all lanes of a batch, times scale, in context.integrals[ab][cd]. Returns false if every
// primitive quartet is negligible; the integrals are then undefined. For kets without factors; the others have their
// own kernel in primitive_lanes.hpp.
template <int Lb, int Lk, class X>
Computed integrals(const PairView& bra, const ClassView& bra_class, const KetBatch<X>& batch, X scale,
                   const KernelContext<X>& context) {
  constexpr int L = Lb + Lk, heading = pair_heading<Element<X>>;
  const auto [boys_tables, precision, room, cubes, g, product, v, columns, clock] = context;
  const ClassView& ket = *batch.view;
  const int bra_stride = pair_heading<double> + bra_class.values, ket_stride = heading + ket.entries;
  const GroupedPrimitive* order = bra.order;
  BraSums<entries_each<Lb>, X> sums(bra, bra_class, ket.functions, context);
  Computed computed;
  Laps laps(clock);
  for (int n = 0; n < bra.primitives; ++n) {
    const int i = order ? order[n].primitive : n;
    int levels = batch.levels;
    while (levels > 0 && bra.bounds[i] * batch.bound[levels - 1] < precision) --levels;
    if (levels == 0) {
      if (order) continue;  // the next may be of another group
      break;
    }
    Element<X>* in = order ? room + static_cast<std::ptrdiff_t>(i) * (heading + bra_class.values) : room;
    const Element<X>* primitive =
        in_precision(bra.data + static_cast<std::ptrdiff_t>(i) * bra_stride, bra_class.values, in);
    for (int first = 0; first < levels; first += levels_at_once<L>) {
      const int count = levels - first < levels_at_once<L> ? levels - first : levels_at_once<L>;
      const X* ket_data = batch.data + static_cast<std::ptrdiff_t>(first) * ket_stride;
      hermite_coulomb<L>(boys_tables[L], primitive, KetLevels<X>{ket_data, ket_stride, count}, scale, cubes);
      laps.end(&KernelTicks::hermite);
      contract_ket<Lb, L + 1>(cubes, count, ket_data, ket, g, first > 0);
      laps.end(&KernelTicks::contraction);
    }
    sums.add(primitive + heading, order ? order[n].group : 0);
    laps.end(&KernelTicks::contraction);
    ++computed.primitives;
    computed.levels += levels;
  }
  computed.columns = sums.finish();
  laps.end(&KernelTicks::contraction);
  return computed;
}

template <class X>
struct BatchKernel {
  using Type = Computed (*)(const PairView&, const ClassView&, const KetBatch<X>&, X, const KernelContext<X>&);
  template <int Lb, int Lk>
  static constexpr Type of = integrals<Lb, Lk, X>;
};

constexpr KernelTable<BatchKernel<V>, kernel_max_l, true> integral_kernels;
constexpr KernelTable<BatchKernel<F>, kernel_max_single_l, true> single_kernels;

}  // namespace
}  // namespace fockproxy::eri
