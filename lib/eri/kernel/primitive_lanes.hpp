// Integrals with ket pairs of classes that have factors: one pair at a time, its primitive pairs in the lanes.
// Contraction goes in steps, of components and then of columns, and ends in a sum over the lanes, so that the bra's is
// done once for all of them. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/contraction.hpp"

namespace fockproxy::eri {
namespace {

inline constexpr int levels_together = 8;  // whose Hermite integrals are kept until columns are contracted
inline constexpr int columns_at_once = lanes == 8 ? 5 : lanes == 4 ? 3 : 2;  // times 4 accumulators

template <class X>
inline constexpr int width_of = sizeof(X) / sizeof(Element<X>);

// `count` numbers in vectors.
template <class X>
constexpr int vectors_of(int count) {
  return (count + width_of<X> - 1) / width_of<X>;
}

// Entries begin .. end of one product: its integrals with the Hermite Gaussians of the bra, from First on.
template <int Lb, int S, int First = 0, class X>
FOCKPROXY_INLINE void contract_product(const X* cube, const X* e, const int* offset, int begin, int end, X* product) {
  constexpr int total = tetrahedron(Lb), parts = (total + accumulators - 1) / accumulators;
  constexpr int size = (total + parts - 1) / parts, count = size < total - First ? size : total - First;
  X sum[count] = {};
  for (int n = begin; n < end; ++n)
    add_products<Lb, S, First>(sum, cube + offset[n], e[n], std::make_integer_sequence<int, count>());
#pragma GCC unroll 32
  for (int i = 0; i < count; ++i) product[First + i] = sum[i];
  if constexpr (First + count < total) contract_product<Lb, S, First + count>(cube, e, offset, begin, end, product);
}

// Factors of primitive pairs, one row of columns a level, `stride` apart.
template <class X>
struct FactorRows {
  const X* factor;
  std::ptrdiff_t stride;
  int levels;
};

// Count Hermite Gaussians, W columns: sums[j * step + t] (+)= sum over levels of factor[j] product[t].
template <int N, int W, int Count, class X>
FOCKPROXY_INLINE void add_factors_block(const X* product, const FactorRows<X>& rows, X* sums, std::ptrdiff_t step,
                                        bool add) {
  const X* factor = rows.factor;
  X sum[W][Count];
#pragma GCC unroll 8
  for (int j = 0; j < W; ++j)
#pragma GCC unroll 8
    for (int t = 0; t < Count; ++t) sum[j][t] = add ? sums[j * step + t] : X{};
  for (int level = 0; level < rows.levels; ++level, product += N, factor += rows.stride) {
    X p[Count];
#pragma GCC unroll 8
    for (int t = 0; t < Count; ++t) p[t] = product[t];
#pragma GCC unroll 8
    for (int j = 0; j < W; ++j)
#pragma GCC unroll 8
      for (int t = 0; t < Count; ++t) sum[j][t] += p[t] * factor[j];
  }
#pragma GCC unroll 8
  for (int j = 0; j < W; ++j)
#pragma GCC unroll 8
    for (int t = 0; t < Count; ++t) sums[j * step + t] = sum[j][t];
}

template <int N, int W, class X>
FOCKPROXY_INLINE void add_factors_part(const X* product, const FactorRows<X>& rows, X* sums, std::ptrdiff_t step,
                                       bool add) {
  int t = 0;
  for (; t + 4 <= N; t += 4) add_factors_block<N, W, 4>(product + t, rows, sums + t, step, add);
  if constexpr (N % 4 > 0) add_factors_block<N, W, N % 4>(product + t, rows, sums + t, step, add);
}

// All columns of b, of one column of a.
template <int N, class X>
__attribute__((noinline)) void add_factors(const X* product, const FactorRows<X>& rows, int columns, X* sums,
                                           std::ptrdiff_t step, bool add) {
  int parts = (columns + columns_at_once - 1) / columns_at_once;
  for (int first = 0; first < columns; --parts) {
    const int size = (columns - first + parts - 1) / parts;
    const FactorRows<X> c{rows.factor + first, rows.stride, rows.levels};
    X* to = sums + first * step;
    switch (size) {
      case 1: add_factors_part<N, 1>(product, c, to, step, add); break;
      case 2: add_factors_part<N, 2>(product, c, to, step, add); break;
      case 3: add_factors_part<N, 3>(product, c, to, step, add); break;
      case 4: add_factors_part<N, 4>(product, c, to, step, add); break;
      case 5: add_factors_part<N, 5>(product, c, to, step, add); break;
    }
    first += size;
  }
}

// A ket pair, its primitives in the lanes of one level after the other, with entries, signs folded in, and factors. The
// lanes beyond them have exponent 1 and zeros. bound[k] is the largest in level k or after it.
template <class X>
struct PrimitiveLanes {
  const ClassView* view;
  const X* data;
  const double* bound;
  int levels, primitives;
};

// What the kernels of such kets work in beside a KernelContext: products of levels_together levels, and by functions of
// the ket integrals with the bra's Hermite Gaussians, not yet summed over lanes.
template <class X>
struct PrimitiveRoom {
  X *products, *sums;
};

// (ab|cd) times scale to context.integrals[ab][cd], cd in the lanes of as many vectors as they fill; what is beyond
// them in the last is zero. False as integrals() has it. Levels of Computed are primitive quartets, not a lane's.
template <int Lb, int Lk, class X>
Computed integrals_with_pair(const PairView& bra, const ClassView& bra_class, const PrimitiveLanes<X>& pair,
                             Element<X> scale, const KernelContext<X>& context, const PrimitiveRoom<X>& lanes_room) {
  constexpr int L = Lb + Lk, N = tetrahedron(Lb), heading = pair_heading<Element<X>>;
  const ClassView& ket = *pair.view;
  const int bra_stride = heading + bra_class.values, stride = heading + ket.values;
  const int width = vectors_of<X>(ket.functions);
  const X scales = broadcast_to<X>(scale);
  const X zeros[N] = {};
  const auto [products, sums] = lanes_room;
  X* const g = context.half_contracted;
  Computed computed;
  Laps laps(context.clock);
  for (int i = 0; i < bra.primitives; ++i) {
    int levels = pair.levels;
    while (levels > 0 && bra.bounds[i] * pair.bound[levels - 1] < context.precision) --levels;
    if (levels == 0) break;
    const Element<X>* primitive = bra.data + static_cast<std::ptrdiff_t>(i) * bra_stride;
    for (int first = 0; first < levels; first += levels_together) {
      const int together = levels - first < levels_together ? levels - first : levels_together;
      const X *data = pair.data + static_cast<std::ptrdiff_t>(first) * stride, *factors = data + heading + ket.entries;
      for (int k = 0; k < together; k += levels_at_once<L>) {
        const int count = together - k < levels_at_once<L> ? together - k : levels_at_once<L>;
        hermite_coulomb<L>(context.boys[L], primitive, data + k * stride, stride, count, scales,
                           context.cubes + k * cube_size(L));
      }
      laps.end(&KernelTicks::hermite);
      for (int c = 0; c < ket.components_a; ++c)
        for (int d = 0; d < ket.components_b; ++d) {
          const int product = c * ket.components_b + d;
          for (int k = 0; k < together; ++k)
            contract_product<Lb, L + 1>(context.cubes + k * cube_size(L), data + k * stride + heading,
                                        ket.cube_offset[Lb], ket.first_entry[product], ket.first_entry[product + 1],
                                        products + k * N);
          for (int column = 0; column < ket.columns_a; ++column)
            add_factors<N>(products, FactorRows<X>{factors + column * ket.columns_b, stride, together}, ket.columns_b,
                           sums + std::ptrdiff_t{(column * ket.components_a + c) * ket.functions_b + d} * N,
                           std::ptrdiff_t{ket.components_b} * N, first > 0);
        }
      laps.end(&KernelTicks::contraction);
    }
    for (int w = 0; w < width; ++w) {
      const X* rows[width_of<X>];
      for (int n = 0; n < width_of<X>; ++n) {
        const int cd = w * width_of<X> + n;
        rows[n] = cd < ket.functions ? sums + std::ptrdiff_t{cd} * N : zeros;
      }
      for (int t = 0; t < N; ++t) {
        g[t * width + w] = sums_of_lanes(rows);
        for (const X*& row : rows) ++row;
      }
    }
    add_bra_primitive<entries_each<Lb>>(width, primitive + heading, bra_class, context, computed.primitives > 0);
    laps.end(&KernelTicks::contraction);
    ++computed.primitives;
    computed.lanes += levels * width_of<X>;
    computed.levels += levels < pair.levels ? levels * width_of<X> : pair.primitives;
  }
  return computed;
}

template <class X>
struct PairKernel {
  using Type = Computed (*)(const PairView&, const ClassView&, const PrimitiveLanes<X>&, Element<X>,
                            const KernelContext<X>&, const PrimitiveRoom<X>&);
  template <int Lb, int Lk>
  static constexpr Type of = integrals_with_pair<Lb, Lk, X>;
};

constexpr KernelTable<PairKernel<V>, kernel_max_l> pair_kernels;

}  // namespace
}  // namespace fockproxy::eri
