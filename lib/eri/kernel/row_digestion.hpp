// Contracts a batch of integrals with densities, lane by lane. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/lane_types.hpp"
#include "eri/kernel/task_view.hpp"

namespace fockproxy::eri {
namespace {

// The place of the first function of both shells of a pair in the block of its block pair, whose rows are `stride`
// apart, and the steps to the next function of either shell.
struct OwnPlace {
  std::ptrdiff_t offset, step_a, step_b;
};
FOCKPROXY_INLINE OwnPlace own_place(const PairView& pair, std::ptrdiff_t stride) {
  if (pair.block_a == 0) return {.offset = pair.offset_a * stride + pair.offset_b, .step_a = stride, .step_b = 1};
  return {.offset = pair.offset_b * stride + pair.offset_a, .step_a = 1, .step_b = stride};
}

// The data that one bra pair of functions is combined with. Vectors X hold one element for each ket pair of the batch.
// From and To are pointers to them, or objects that are used like pointers.
template <class X, class From = const X*, class To = X*>
struct CoulombPart {
  From density_cd;  // [cd]
  To fock_cd;       // [cd]
};
// D_ab is at density[a * stride_a + b * stride_b]. sum[a * nb + b] receives J_ab, the part of each lane.
template <class X, class To = X*>
struct BraPart {
  const double* density;
  std::ptrdiff_t stride_a, stride_b;
  To sum;
};
template <class X, class From = const X*, class To = X*>
struct ExchangePart {
  // Rows of bra functions: [function][c then d].
  From density_a, density_b;
  To fock_a, fock_b;
};

// One row v[cd] = s (ab|cd) of a pair of bra functions a and b:
//   J_ab += D_cd v, J_cd += D_ab v, K_ac += D_bd v, K_ad += D_bc v, K_bc += D_ad v, K_bd += D_ac v.
// Returns the lanes' parts of J_ab. nd is Nd, unless Nd is 0.
template <int Nd, bool with_coulomb, class Integrals, class X, class From, class To>
FOCKPROXY_INLINE X digest_row(Integrals v, int nc, int nd, double density_ab, const CoulombPart<X, From, To>& coulomb,
                              const ExchangePart<X, From, To>& exchange) {
  X sum_ab{};
  if constexpr (Nd > 0) {
    const X d_ab = broadcast_to<X>(density_ab);
    const From density_ad = exchange.density_a + nc, density_bd = exchange.density_b + nc;
    X fock_ad[Nd], fock_bd[Nd], d_ad[Nd], d_bd[Nd];
#pragma GCC unroll 16
    for (int d = 0; d < Nd; ++d) {
      fock_ad[d] = exchange.fock_a[nc + d];
      d_ad[d] = density_ad[d];
      d_bd[d] = density_bd[d];
      fock_bd[d] = X{};
    }
    for (int c = 0; c < nc; ++c) {
      const X d_ac = exchange.density_a[c], d_bc = exchange.density_b[c];
      X sum_ac{}, sum_bc{};
#pragma GCC unroll 16
      for (int d = 0; d < Nd; ++d) {
        const X x = v[c * Nd + d];
        if constexpr (with_coulomb) {
          sum_ab += x * coulomb.density_cd[c * Nd + d];
          coulomb.fock_cd[c * Nd + d] += d_ab * x;
        }
        sum_ac += d_bd[d] * x;
        sum_bc += d_ad[d] * x;
        fock_ad[d] += d_bc * x;
        fock_bd[d] += d_ac * x;
      }
      exchange.fock_a[c] += sum_ac;
      exchange.fock_b[c] += sum_bc;
    }
#pragma GCC unroll 16
    for (int d = 0; d < Nd; ++d) {
      exchange.fock_a[nc + d] = fock_ad[d];
      exchange.fock_b[nc + d] += fock_bd[d];
    }
  } else {
    const X d_ab = broadcast_to<X>(density_ab);
    for (int c = 0; c < nc; ++c) {
      const X d_ac = exchange.density_a[c], d_bc = exchange.density_b[c];
      X sum_ac{}, sum_bc{};
      for (int d = 0; d < nd; ++d) {
        const X x = v[c * nd + d];
        if constexpr (with_coulomb) {
          sum_ab += x * coulomb.density_cd[c * nd + d];
          coulomb.fock_cd[c * nd + d] += d_ab * x;
        }
        sum_ac += exchange.density_b[nc + d] * x;
        sum_bc += exchange.density_a[nc + d] * x;
        exchange.fock_a[nc + d] += d_bc * x;
        exchange.fock_b[nc + d] += d_ac * x;
      }
      exchange.fock_a[c] += sum_ac;
      exchange.fock_b[c] += sum_bc;
    }
  }
  return sum_ab;
}

// All rows of a batch. Consecutive lane rows are row_stride vectors apart.
struct BatchShape {
  int na, nb, nc, nd;
  std::ptrdiff_t row_stride;
};

template <int Nd, bool with_coulomb, class Integrals, class X, class From, class To>
FOCKPROXY_NOINLINE void digest_rows(Integrals v, const BatchShape& shape, const BraPart<X, To>& bra,
                                    const CoulombPart<X, From, To>& coulomb,
                                    const ExchangePart<X, From, To>& exchange) {
  const int width = shape.nc * shape.nd;
  for (int a = 0; a < shape.na; ++a)
    for (int b = 0; b < shape.nb; ++b, v = v.from(width)) {
      const ExchangePart<X, From, To> rows{
          exchange.density_a + a * shape.row_stride, exchange.density_b + b * shape.row_stride,
          exchange.fock_a + a * shape.row_stride, exchange.fock_b + b * shape.row_stride};
      const double d_ab = with_coulomb ? bra.density[a * bra.stride_a + b * bra.stride_b] : 0;
      const X sum = digest_row<Nd, with_coulomb>(v, shape.nc, shape.nd, d_ab, coulomb, rows);
      if constexpr (with_coulomb) bra.sum[a * shape.nb + b] = sum;
    }
}

template <bool with_coulomb, class Integrals, class X, class From, class To>
FOCKPROXY_INLINE void digest_batch(Integrals v, const BatchShape& shape, const BraPart<X, To>& bra,
                                   const CoulombPart<X, From, To>& coulomb, const ExchangePart<X, From, To>& exchange) {
  switch (shape.nd) {
    case 1: return digest_rows<1, with_coulomb>(v, shape, bra, coulomb, exchange);
    case 2: return digest_rows<2, with_coulomb>(v, shape, bra, coulomb, exchange);
    case 3: return digest_rows<3, with_coulomb>(v, shape, bra, coulomb, exchange);
    case 5: return digest_rows<5, with_coulomb>(v, shape, bra, coulomb, exchange);
    case 6: return digest_rows<6, with_coulomb>(v, shape, bra, coulomb, exchange);
    case 7: return digest_rows<7, with_coulomb>(v, shape, bra, coulomb, exchange);
    default: return digest_rows<0, with_coulomb>(v, shape, bra, coulomb, exchange);
  }
}

}  // namespace
}  // namespace fockproxy::eri
