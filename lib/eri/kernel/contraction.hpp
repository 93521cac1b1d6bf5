// From Hermite Coulomb integrals to integrals over functions: first the ket, then the bra. Included by the kernels'
// translation units only.
#pragma once

#include <type_traits>
#include <utility>

#include "eri/kernel/hermite_coulomb.hpp"
#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {
namespace {

// Of the 32, or 16, vector registers of a CPU. A thread of a GPU has registers for 127 doubles.
inline constexpr int accumulators = lanes == 8 || lanes == 1 ? 20 : 12;

// Like std::declval(), also for code of a GPU. It has no definition.
template <class T>
FOCKPROXY_NOINLINE T& lvalue_of();

// The lane type of the elements of a pointer, or of an object that is used like one.
template <class Pointer>
using LaneOf = std::remove_cvref_t<decltype(lvalue_of<Pointer>()[0])>;

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
FOCKPROXY_TABLE inline constexpr BraPlaces<Lb, S> bra_places{};

template <int Lb, int S, int First, class X, int... I>
FOCKPROXY_INLINE void add_products(X* sum, const X* r, X e, std::integer_sequence<int, I...>) {
  ((sum[I] += r[bra_places<Lb, S>.place[First + I]] * e), ...);
}

// The number of entries of each function of a pair with this angular momentum, if it is the same for all: for s s the
// charge, for p s that and a dipole. Else 0.
template <int l>
inline constexpr int entries_each = l <= 1 ? l + 1 : 0;

// Contracts the Hermite Gaussians First .. First + Count of the bra with all functions cd of the ket.
template <int Lb, int S, int First, int Count, class X, class To>
FOCKPROXY_INLINE void contract_ket_part(const X* cubes, int levels, const X* ket, const ClassView& view, To g,
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

template <int Lb, int S, int First = 0, class X, class To>
FOCKPROXY_INLINE void contract_ket(const X* cubes, int levels, const X* ket, const ClassView& view, To g, bool add) {
  constexpr int total = tetrahedron(Lb), parts = (total + accumulators - 1) / accumulators;
  constexpr int size = (total + parts - 1) / parts, count = size < total - First ? size : total - First;
  contract_ket_part<Lb, S, First, count>(cubes, levels, ket, view, g, add);
  if constexpr (First + count < total) contract_ket<Lb, S, First + count>(cubes, levels, ket, view, g, add);
}

// For W functions of the ket: v[ab][cd] (+)= sum_p E_ab[p] g[p][cd], for the products ab of the bra's class. Every ab
// has `each` entries, unless that is 0.
template <int W, int each, class From, class E, class To>
FOCKPROXY_INLINE void contract_bra_part(From g, int width, const E* e, const ClassView& view, To v, bool add) {
  using X = LaneOf<To>;
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
      const From row = g + view.hermite[n] * width;
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

template <int each, class From, class E, class To>
FOCKPROXY_NOINLINE void contract_bra(From g, int width, const E* e, const ClassView& view, To v, bool add) {
  // Parts of nearly equal size, at most 10 accumulators.
  int parts = (width + 9) / 10;
  for (int first = 0; first < width; --parts) {
    const int rest = width - first, size = parts == 1 ? rest : (rest + parts - 1) / parts;
    const From from = g + first;
    const To to = v + first;
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

}  // namespace
}  // namespace fockproxy::eri
