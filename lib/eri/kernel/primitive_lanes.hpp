// Integrals with ket pairs of classes that have factors: one pair at a time, with its primitive pairs in the lanes. The
// contraction runs over components and then over columns. It ends in a sum over the lanes, so the contraction of the
// bra is done once for all of them. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/batch_integrals.hpp"

namespace fockproxy::eri {
namespace {

template <class X>
inline constexpr int width_of = sizeof(X) / sizeof(Element<X>);

// The number of vectors for `count` numbers.
template <class X>
constexpr int vectors_of(int count) {
  return (count + width_of<X> - 1) / width_of<X>;
}

// Contracts the entries begin .. end of one product: its integrals with the Hermite Gaussians of the bra, from First
// on.
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

// The distribution of the functions of one ket pair over lanes. Each lane has a x b of them: functions first_a ..
// first_a + a of the first shell with first_b .. first_b + b of the second. If two lanes have the same product, it
// belongs to the earlier lane.
struct FunctionLanes {
  int a, b, used;
  int first_a[lanes], first_b[lanes];
  int own_a[lanes], own_b[lanes];  // the first of a lane's functions that no earlier lane has

  int width() const { return a * b; }
};

FunctionLanes deal_functions(const ClassView& ket, int width) {
  const auto share = [](int functions, int parts) { return (functions + parts - 1) / parts; };
  int best = 0, parts_a = 1;
  for (int parts = 1; parts <= width; ++parts) {
    const int a = share(ket.functions_a, parts), b = share(ket.functions_b, width / parts);
    const int cost = 4 * a * b + a + b;  // digestion takes a x b integrals, and a + b elements of a row
    if (best > 0 && cost >= best) continue;
    best = cost;
    parts_a = parts;
  }
  FunctionLanes dealt{share(ket.functions_a, parts_a), share(ket.functions_b, width / parts_a), 0, {}, {}, {}, {}};
  const auto begin = [](int from, int size, int all) { return from + size <= all ? from : all - size; };
  for (int c = 0; c < ket.functions_a; c += dealt.a)
    for (int d = 0; d < ket.functions_b; d += dealt.b) {
      const int n = dealt.used++;
      dealt.first_a[n] = begin(c, dealt.a, ket.functions_a);
      dealt.first_b[n] = begin(d, dealt.b, ket.functions_b);
      dealt.own_a[n] = c - dealt.first_a[n];
      dealt.own_b[n] = d - dealt.first_b[n];
    }
  return dealt;
}

// The function of the ket in a lane of a vector: its columns, its components, and its index among all functions.
struct KetPlace {
  int columns, components, function;  // function -1: none, the lane holds 0
};

// Sets the places of all lanes of vector 0, then of vector 1, ...
void place_functions(const ClassView& ket, const FunctionLanes& dealt, int width, KetPlace* place) {
  for (int c = 0; c < dealt.a; ++c)
    for (int d = 0; d < dealt.b; ++d)
      for (int n = 0; n < width; ++n) {
        const bool own = n < dealt.used && c >= dealt.own_a[n] && d >= dealt.own_b[n];
        const int fc = own ? dealt.first_a[n] + c : 0, fd = own ? dealt.first_b[n] + d : 0;
        *place++ = {fc / ket.components_a * ket.columns_b + fd / ket.components_b,
                    fc % ket.components_a * ket.components_b + fd % ket.components_b,
                    own ? fc * ket.functions_b + fd : -1};
      }
}

// A ket pair with its primitives in the lanes of consecutive levels. The entries include the signs. Lanes after the
// last primitive have exponent 1 and zeros. bound[k] is the largest bound in level k or later. `place`: the places of
// its functions, in `width` vectors.
template <class X>
struct PrimitiveLanes {
  const ClassView* view;
  const PairView* pair;
  const X* data;
  const double* bound;
  int levels, width;
  const KetPlace* place;
};

// The working memory of the kernels for such kets, besides a KernelContext. It holds integrals of the ket's products
// with the bra's Hermite Gaussians, for one level by lanes and for consecutive primitive pairs. It also holds those of
// the ket's functions.
template <class X>
struct PrimitiveRoom {
  X *of_level, *of_primitives, *of_columns;
  ColumnRoom<X> columns;
};

inline constexpr int columns_tile = 8;  // vectors per step of a contraction over the ket's columns, to stay in cache

// The number of vectors for the integrals of a ket's products with the Hermite Gaussians of a bra.
template <class X>
constexpr int product_vectors(const ClassView& ket, int hermite) {
  return vectors_of<X>(ket.components_a * ket.components_b * hermite);
}

// Transposes of_level (a vector for each number, a lane for each primitive) into of_primitives (a row for each
// primitive).
template <class X>
FOCKPROXY_INLINE void part_primitives(const X* of_level, int vectors, X* of_primitives) {
  constexpr int width = width_of<X>;
  for (int m = 0; m < vectors; ++m) {
    X rows[width];
    for (int n = 0; n < width; ++n) rows[n] = of_level[m * width + n];
    transpose(rows);
    for (int n = 0; n < width; ++n) of_primitives[n * vectors + m] = rows[n];
  }
}

// Contracts the first `primitives` of a ket pair over its columns, into room.of_columns. Returns the number of
// operations.
template <class X>
int contract_columns(const PrimitiveLanes<X>& ket, int primitives, int vectors, const PrimitiveRoom<X>& room) {
  const ClassView& view = *ket.view;
  const PairView& pair = *ket.pair;
  const double* factors = pair.data + pair_heading<double> + view.entries;
  int operations = 0;
  for (int m = 0; m < vectors; m += columns_tile) {
    const int size = vectors - m < columns_tile ? vectors - m : columns_tile;
    ColumnSums<X> sums(pair, view, size, room.columns);
    for (int n = 0; n < pair.primitives; ++n) {
      const auto [k, group] = pair.order[n];
      if (k >= primitives) continue;
      sums.terms_of(group);
      sums.add(room.of_primitives + std::ptrdiff_t{k} * vectors + m,
               factors + std::ptrdiff_t{k} * (pair_heading<double> + view.values));
    }
    operations += sums.finish({room.of_columns + m, std::ptrdiff_t{view.columns_b} * vectors, vectors, 0, 1, size});
  }
  return operations;
}

// Writes g[t][w] of the ket's functions from room.of_columns.
template <int N, class X>
FOCKPROXY_INLINE void deal_to_lanes(const PrimitiveLanes<X>& ket, int vectors, const PrimitiveRoom<X>& room, X* g) {
  constexpr int width = width_of<X>, whole = vectors_of<X>(N) * width;
  const Element<X> zeros[whole] = {};
  const auto* columns = reinterpret_cast<const Element<X>*>(room.of_columns);
  const KetPlace* place = ket.place;
  for (int w = 0; w < ket.width; ++w, place += width) {
    const Element<X>* from[width];
    for (int n = 0; n < width; ++n)
      from[n] = place[n].function < 0
                    ? zeros
                    : columns + std::ptrdiff_t{place[n].columns} * vectors * width + place[n].components * N;
    for (int t = 0; t < whole; t += width) {
      X rows[width];
      for (int n = 0; n < width; ++n) rows[n] = load_unaligned<X>(from[n] + t);
      transpose(rows);
      for (int r = 0; r < width && t + r < N; ++r) g[(t + r) * ket.width + w] = rows[r];
    }
  }
}

// Writes (ab|cd) times scale to context.integrals[ab][w], at the places of `place`. Returns false like integrals(). The
// levels of Computed are primitive quartets here, not those of a lane.
template <int Lb, int Lk, class X>
Computed integrals_with_pair(const PairView& bra, const ClassView& bra_class, const PrimitiveLanes<X>& pair,
                             Element<X> scale, const KernelContext<X>& context, const PrimitiveRoom<X>& room) {
  constexpr int L = Lb + Lk, N = tetrahedron(Lb), heading = pair_heading<Element<X>>, width = width_of<X>;
  const ClassView& ket = *pair.view;
  const int bra_stride = heading + bra_class.values, stride = heading + ket.entries;
  const int vectors = product_vectors<X>(ket, N);
  const X scales = broadcast_to<X>(scale);
  for (int m = ket.products * N; m < vectors * width; ++m) room.of_level[m] = X{};
  const GroupedPrimitive* order = bra.order;
  BraSums<entries_each<Lb>, X> sums(bra, bra_class, pair.width, context);
  Computed computed;
  Laps laps(context.clock);
  for (int n = 0; n < bra.primitives; ++n) {
    const int i = order ? order[n].primitive : n;
    int levels = pair.levels;
    while (levels > 0 && bra.bounds[i] * pair.bound[levels - 1] < context.precision) --levels;
    if (levels == 0) {
      if (order) continue;  // the next may be of another group
      break;
    }
    const Element<X>* primitive = bra.data + static_cast<std::ptrdiff_t>(i) * bra_stride;
    for (int first = 0; first < levels; first += levels_at_once<L>) {
      const int count = levels - first < levels_at_once<L> ? levels - first : levels_at_once<L>;
      const X* data = pair.data + static_cast<std::ptrdiff_t>(first) * stride;
      hermite_coulomb<L>(context.boys[L], primitive, KetLevels<X>{data, stride, count}, scales, context.cubes);
      laps.end(&KernelTicks::hermite);
      for (int k = 0; k < count; ++k) {
        for (int product = 0; product < ket.products; ++product)
          contract_product<Lb, L + 1>(context.cubes + k * cube_size(L), data + k * stride + heading,
                                      ket.cube_offset[Lb], ket.first_entry[product], ket.first_entry[product + 1],
                                      room.of_level + product * N);
        part_primitives(room.of_level, vectors, room.of_primitives + std::ptrdiff_t{first + k} * width * vectors);
      }
      laps.end(&KernelTicks::contraction);
    }
    const int filled = levels * width, primitives = filled < pair.pair->primitives ? filled : pair.pair->primitives;
    computed.columns += contract_columns(pair, primitives, vectors, room);
    deal_to_lanes<N>(pair, vectors, room, context.half_contracted);
    sums.add(primitive + heading, order ? order[n].group : 0);
    laps.end(&KernelTicks::contraction);
    ++computed.primitives;
    computed.lanes += filled;
    computed.levels += primitives;
  }
  computed.columns += sums.finish();
  laps.end(&KernelTicks::contraction);
  return computed;
}

template <class X>
struct PairKernel {
  using Type = Computed (*)(const PairView&, const ClassView&, const PrimitiveLanes<X>&, Element<X>,
                            const KernelContext<X>&, const PrimitiveRoom<X>&);
  template <int Lb, int Lk>
  static constexpr Type of = integrals_with_pair<Lb, Lk, X>;
};

constexpr KernelTable<PairKernel<V>, kernel_max_l, false> pair_kernels;

}  // namespace
}  // namespace fockproxy::eri
