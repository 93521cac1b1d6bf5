// From Hermite Coulomb integrals to integrals over functions: first the ket, then the bra. Included by the kernels'
// translation units only.
#pragma once

#include "eri/kernel/hermite_coulomb.hpp"
#include "eri/kernel/task_view.hpp"

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

template <int Lb, int S, int First, int... I>
FOCKPROXY_INLINE void add_products(V* sum, const V* r, V e, std::integer_sequence<int, I...>) {
  ((sum[I] += r[bra_places<Lb, S>.place[First + I]] * e), ...);
}

// The Hermite Gaussians First .. First + Count of the bra, for all functions cd of the ket.
template <int Lb, int S, int First, int Count>
FOCKPROXY_INLINE void contract_ket_part(const V* cubes, int levels, const V* ket, const ClassView& view,
                                        V* g, bool add) {
  const int* offset = view.cube_offset[Lb];
  const int width = view.functions, stride = 4 + view.entries;
  for (int cd = 0; cd < width; ++cd) {
    V sum[Count];
    if (add) {
#pragma GCC unroll 32
      for (int i = 0; i < Count; ++i) sum[i] = g[(First + i) * width + cd];
    } else {
#pragma GCC unroll 32
      for (int i = 0; i < Count; ++i) sum[i] = V{};
    }
    const int begin = view.first_entry[cd], end = view.first_entry[cd + 1];
    const V* cube = cubes;
    const V* e = ket + 4;
    for (int level = 0; level < levels; ++level, cube += cube_size(S - 1), e += stride)
      for (int n = begin; n < end; ++n)
        add_products<Lb, S, First>(sum, cube + offset[n], e[n], std::make_integer_sequence<int, Count>());
#pragma GCC unroll 32
    for (int i = 0; i < Count; ++i) g[(First + i) * width + cd] = sum[i];
  }
}

template <int Lb, int S, int First = 0>
FOCKPROXY_INLINE void contract_ket(const V* cubes, int levels, const V* ket, const ClassView& view, V* g, bool add) {
  constexpr int total = tetrahedron(Lb), parts = (total + accumulators - 1) / accumulators;
  constexpr int size = (total + parts - 1) / parts, count = size < total - First ? size : total - First;
  contract_ket_part<Lb, S, First, count>(cubes, levels, ket, view, g, add);
  if constexpr (First + count < total) contract_ket<Lb, S, First + count>(cubes, levels, ket, view, g, add);
}

// W functions of the ket: v[ab][cd] (+)= sum_p E_ab[p] g[p][cd].
template <int W>
FOCKPROXY_INLINE void contract_bra_part(const V* g, int width, const double* e, const ClassView& view, V* v, bool add) {
  for (int ab = 0; ab < view.functions; ++ab, v += width) {
    V sum[W];
    if (add) {
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] = v[i];
    } else {
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] = V{};
    }
    for (int n = view.first_entry[ab]; n < view.first_entry[ab + 1]; ++n) {
      const V* row = g + view.hermite[n] * width;
      const V factor = broadcast(e[n]);
#pragma GCC unroll 32
      for (int i = 0; i < W; ++i) sum[i] += row[i] * factor;
    }
#pragma GCC unroll 32
    for (int i = 0; i < W; ++i) v[i] = sum[i];
  }
}

__attribute__((noinline)) void contract_bra(const V* g, int width, const double* e, const ClassView& view, V* v,
                                            bool add) {
  // Parts of nearly equal size, at most 10 accumulators.
  const int parts = (width + 9) / 10;
  for (int part = 0, first = 0; part < parts; ++part) {
    const int last = static_cast<int>(static_cast<long>(width) * (part + 1) / parts), size = last - first;
    const V* from = g + first;
    V* to = v + first;
    switch (size) {
      case 1: contract_bra_part<1>(from, width, e, view, to, add); break;
      case 2: contract_bra_part<2>(from, width, e, view, to, add); break;
      case 3: contract_bra_part<3>(from, width, e, view, to, add); break;
      case 4: contract_bra_part<4>(from, width, e, view, to, add); break;
      case 5: contract_bra_part<5>(from, width, e, view, to, add); break;
      case 6: contract_bra_part<6>(from, width, e, view, to, add); break;
      case 7: contract_bra_part<7>(from, width, e, view, to, add); break;
      case 8: contract_bra_part<8>(from, width, e, view, to, add); break;
      case 9: contract_bra_part<9>(from, width, e, view, to, add); break;
      case 10: contract_bra_part<10>(from, width, e, view, to, add); break;
    }
    first = last;
  }
}

// A batch: `lanes` ket pairs, or parts of them, of one class. Level k holds in every lane its k-th primitive pair:
// exponent, centre and entries, signs folded in; bound[k] is the largest bound in level k or after it.
struct KetBatch {
  const ClassView* view;
  const V* data;
  const double* bound;
  int levels;
};

// What a kernel needs beside its pairs. Primitive quartets below `precision` are left out. It works in Hermite
// integrals, those of the bra's Hermite Gaussians, and (ab|cd).
struct KernelContext {
  const BoysTable* boys;
  double precision;
  V *cubes, *half_contracted, *integrals;
};

// Primitive quartets at a time whose Hermite integrals are kept.
template <int L>
inline constexpr int levels_at_once = L <= 4 ? 8 : L <= 8 ? 4 : 2;

// (ab|cd) of a bra pair with all lanes of a batch, times scale, in context.integrals[ab][cd]. False if every primitive
// quartet is negligible; the integrals are then undefined.
template <int Lb, int Lk>
bool integrals(const PairView& bra, const ClassView& bra_class, const KetBatch& batch, V scale,
               const KernelContext& context) {
  constexpr int L = Lb + Lk;
  const auto [boys_tables, precision, cubes, g, v] = context;
  const ClassView& ket = *batch.view;
  const int bra_stride = 4 + bra_class.entries, ket_stride = 4 + ket.entries;
  bool any = false;
  for (int i = 0; i < bra.primitives; ++i) {
    int levels = batch.levels;
    while (levels > 0 && bra.bounds[i] * batch.bound[levels - 1] < precision) --levels;
    if (levels == 0) break;
    const double* primitive = bra.data + static_cast<std::ptrdiff_t>(i) * bra_stride;
    for (int first = 0; first < levels; first += levels_at_once<L>) {
      const int count = levels - first < levels_at_once<L> ? levels - first : levels_at_once<L>;
      const V* ket_data = batch.data + static_cast<std::ptrdiff_t>(first) * ket_stride;
      for (int k = 0; k < count; ++k)
        hermite_coulomb<L>(boys_tables[L], primitive, ket_data + static_cast<std::ptrdiff_t>(k) * ket_stride, scale,
                           cubes + static_cast<std::ptrdiff_t>(k) * cube_size(L));
      contract_ket<Lb, L + 1>(cubes, count, ket_data, ket, g, first > 0);
    }
    contract_bra(g, ket.functions, primitive + 4, bra_class, v, any);
    any = true;
  }
  return any;
}

using IntegralKernel = bool (*)(const PairView&, const ClassView&, const KetBatch&, V, const KernelContext&);

// By the angular momenta of bra and ket, bra >= ket.
struct IntegralKernels {
  IntegralKernel of[kernel_max_l + 1][kernel_max_l + 1];
};

template <int Lb, int... Lk>
constexpr void fill_kernels(IntegralKernels& kernels, std::integer_sequence<int, Lk...>) {
  ((kernels.of[Lb][Lk] = integrals<Lb, Lk>), ...);
}

template <int... Lb>
constexpr IntegralKernels all_kernels(std::integer_sequence<int, Lb...>) {
  IntegralKernels kernels{};
  (fill_kernels<Lb>(kernels, std::make_integer_sequence<int, Lb + 1>()), ...);
  return kernels;
}

constexpr IntegralKernels integral_kernels = all_kernels(std::make_integer_sequence<int, kernel_max_l + 1>());

}  // namespace
}  // namespace fockproxy::eri
