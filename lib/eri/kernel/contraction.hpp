// From Hermite Coulomb integrals to integrals over functions: first the ket, then the bra. Included by the kernels'
// translation units only.
#pragma once

#include "eri/kernel/columns.hpp"
#include "eri/kernel/hermite_coulomb.hpp"
#include "eri/kernel/ticks.hpp"

namespace fockproxy::eri {
namespace {

inline constexpr int accumulators = lanes == 8 ? 20 : 12;  // of the 32, or 16, vector registers

// Places of the bra's Hermite Gaussians, t slowest, in a cube of side S.
template <int Lb, int S>
struct BraPlaces {
  int place[tetrahedron(Lb)] = {};
  constexpr BraPlaces() {
    int at = 0;
    for (int t = 0; t <= Lb; ++t)
      for (int u = 0; u <= Lb - t; ++u)
        for (int v = 0; v <= Lb - t - u; ++v) place[at++] = (t * S + u) * S + v;
  }
};
template <int Lb, int S>
inline constexpr BraPlaces<Lb, S> bra_places{};

template <int Lb, int S, int First, class X, int... I>
FOCKPROXY_INLINE void add_products(X* sum, const X* r, X e, std::integer_sequence<int, I...>) {
  ((sum[I] += r[bra_places<Lb, S>.place[First + I]] * e), ...);
}

// The number of entries of each function of a pair with this angular momentum, if it is the same for all: for s s the
// charge, for p s that and a dipole. Else 0.
template <int l>
inline constexpr int entries_each = l <= 1 ? l + 1 : 0;

// Contracts the Hermite Gaussians First .. First + Count of the bra with all functions cd of the ket.
template <int Lb, int S, int First, int Count, class X>
FOCKPROXY_INLINE void contract_ket_part(const X* cubes, int levels, const X* ket, const ClassView& view, X* g,
                                        bool add) {
  constexpr int heading = pair_heading<Element<X>>, each = entries_each<S - 1 - Lb>;
  const int* offset = view.cube_offset[Lb];
  const int width = view.functions, stride = heading + view.entries;
  for (int cd = 0; cd < width; ++cd) {
    X sum[Count];
    if (add) {
#pragma GCC unroll 32
      for (int i = 0; i < Count; ++i) sum[i] = g[(First + i) * width + cd];
    } else {
#pragma GCC unroll 32
      for (int i = 0; i < Count; ++i) sum[i] = X{};
    }
    const X* cube = cubes;
    const X* e = ket + heading;
    const auto add_entry = [&](int n) {
      add_products<Lb, S, First>(sum, cube + offset[n], e[n], std::make_integer_sequence<int, Count>());
    };
    if constexpr (each > 0) {
      for (int level = 0; level < levels; ++level, cube += cube_size(S - 1), e += stride)
#pragma GCC unroll 2
        for (int n = 0; n < each; ++n) add_entry(cd * each + n);
    } else {
      const int begin = view.first_entry[cd], end = view.first_entry[cd + 1];
      for (int level = 0; level < levels; ++level, cube += cube_size(S - 1), e += stride)
        for (int n = begin; n < end; ++n) add_entry(n);
    }
#pragma GCC unroll 32
    for (int i = 0; i < Count; ++i) g[(First + i) * width + cd] = sum[i];
  }
}

template <int Lb, int S, int First = 0, class X>
FOCKPROXY_INLINE void contract_ket(const X* cubes, int levels, const X* ket, const ClassView& view, X* g, bool add) {
  constexpr int total = tetrahedron(Lb), parts = (total + accumulators - 1) / accumulators;
  constexpr int size = (total + parts - 1) / parts, count = size < total - First ? size : total - First;
  contract_ket_part<Lb, S, First, count>(cubes, levels, ket, view, g, add);
  if constexpr (First + count < total) contract_ket<Lb, S, First + count>(cubes, levels, ket, view, g, add);
}

// For W functions of the ket: v[ab][cd] (+)= sum_p E_ab[p] g[p][cd], for the products ab of the bra's class. Every ab
// has `each` entries, unless that is 0.
template <int W, int each, class X>
FOCKPROXY_INLINE void contract_bra_part(const X* g, int width, const Element<X>* e, const ClassView& view, X* v,
                                        bool add) {
  for (int ab = 0; ab < view.products; ++ab, v += width) {
    X sum[W];
    if (add) {
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] = v[i];
    } else {
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] = X{};
    }
    const auto add_entry = [&](int n) {
      const X* row = g + view.hermite[n] * width;
      const X factor = broadcast_to<X>(e[n]);
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] += row[i] * factor;
    };
    if constexpr (each > 0) {
#pragma GCC unroll 2
      for (int n = 0; n < each; ++n) add_entry(ab * each + n);
    } else {
      for (int n = view.first_entry[ab]; n < view.first_entry[ab + 1]; ++n) add_entry(n);
    }
#pragma GCC unroll 32
    for (int i = 0; i < W; ++i) v[i] = sum[i];
  }
}

template <int each, class X>
__attribute__((noinline)) void contract_bra(const X* g, int width, const Element<X>* e, const ClassView& view, X* v,
                                            bool add) {
  // Parts of nearly equal size, at most 10 accumulators.
  int parts = (width + 9) / 10;
  for (int first = 0; first < width; --parts) {
    const int rest = width - first, size = parts == 1 ? rest : (rest + parts - 1) / parts;
    const X* from = g + first;
    X* to = v + first;
    switch (size) {
      case 1: contract_bra_part<1, each>(from, width, e, view, to, add); break;
      case 2: contract_bra_part<2, each>(from, width, e, view, to, add); break;
      case 3: contract_bra_part<3, each>(from, width, e, view, to, add); break;
      case 4: contract_bra_part<4, each>(from, width, e, view, to, add); break;
      case 5: contract_bra_part<5, each>(from, width, e, view, to, add); break;
      case 6: contract_bra_part<6, each>(from, width, e, view, to, add); break;
      case 7: contract_bra_part<7, each>(from, width, e, view, to, add); break;
      case 8: contract_bra_part<8, each>(from, width, e, view, to, add); break;
      case 9: contract_bra_part<9, each>(from, width, e, view, to, add); break;
      case 10: contract_bra_part<10, each>(from, width, e, view, to, add); break;
      default: __builtin_unreachable();
    }
    first += size;
  }
}

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

// Kernels by the angular momenta of bra and ket, up to max_l. For unordered pairs only those with bra >= ket.
template <class Kernel, int max_l, bool ordered>
struct KernelTable {
  typename Kernel::Type of[max_l + 1][max_l + 1] = {};

  constexpr KernelTable() { fill_bras(std::make_integer_sequence<int, max_l + 1>()); }

 private:
  template <int... Lb>
  constexpr void fill_bras(std::integer_sequence<int, Lb...>) {
    (fill<Lb>(std::make_integer_sequence<int, (ordered ? max_l : Lb) + 1>()), ...);
  }
  template <int Lb, int... Lk>
  constexpr void fill(std::integer_sequence<int, Lk...>) {
    ((of[Lb][Lk] = Kernel::template of<Lb, Lk>), ...);
  }
};

constexpr KernelTable<BatchKernel<V>, kernel_max_l, true> integral_kernels;
constexpr KernelTable<BatchKernel<F>, kernel_max_single_l, true> single_kernels;

}  // namespace
}  // namespace fockproxy::eri
