// Hermite Coulomb integrals R_tuv = (d/dX)^t (d/dY)^u (d/dZ)^v F_0(alpha R^2) (McMurchie & Davidson 1978, eqs. 4.4 to
// 4.8). Included by the kernels' translation units only.
#pragma once

#include <utility>

#include "eri/kernel/boys.hpp"

namespace fockproxy::eri {
namespace {

// R_tuv is at ((t * s) + u) * s + v with s = L + 1, so positions add: that of tuv + t'u'v' is the sum of both.
constexpr int cube_size(int l) { return (l + 1) * (l + 1) * (l + 1); }
constexpr int tetrahedron(int l) { return (l + 1) * (l + 2) * (l + 3) / 6; }

// R^m_tuv = k R^{m+1}[one lower along axis twice] + x_axis R^{m+1}[one lower along axis].
struct HermiteNode {
  int place, stride, axis;
  double factor;  // k; 0 if there is no second term
};

// All tuv of t + u + v = 1..L, highest order first: R^m can then replace R^{m+1} in place.
template <int L>
struct HermiteNodes {
  HermiteNode node[tetrahedron(L)] = {};
  int first_of_order[L + 2] = {};  // nodes of order n or lower start here

  constexpr HermiteNodes() {
    const int stride[3] = {(L + 1) * (L + 1), L + 1, 1};
    int at = 0;
    for (int order = L; order > 0; --order) {
      first_of_order[order] = at;
      for (int t = order; t >= 0; --t)
        for (int u = order - t; u >= 0; --u) {
          const int index[3] = {t, u, order - t - u};
          // The axis with the smallest index: 1 needs no second term.
          int axis = -1;
          for (int k = 0; k < 3; ++k)
            if (index[k] > 0 && (axis < 0 || index[k] < index[axis])) axis = k;
          node[at++] = {t * stride[0] + u * stride[1] + index[2], stride[axis], axis, index[axis] - 1.0};
        }
    }
    first_of_order[0] = at;
  }
};

template <int L>
FOCKPROXY_TABLE inline constexpr HermiteNodes<L> hermite_nodes{};

template <int L, int I, class X>
FOCKPROXY_INLINE void hermite_node(X* r, const X* x) {
  constexpr HermiteNode n = hermite_nodes<L>.node[I];
  X value = x[n.axis] * r[n.place - n.stride];
  if constexpr (n.factor != 0) value += Element<X>(n.factor) * r[n.place - 2 * n.stride];
  r[n.place] = value;
}

template <int L, int First, class X, int... I>
FOCKPROXY_INLINE void hermite_sweep(X* r, const X* x, std::integer_sequence<int, I...>) {
  (hermite_node<L, First + I>(r, x), ...);
}

inline constexpr int largest_unrolled = 6;

template <int L, int M, class X>
FOCKPROXY_INLINE void hermite_sweeps(X* r, const X* x, const X* scaled) {
  if constexpr (M >= 0) {
    constexpr int first = hermite_nodes<L>.first_of_order[L - M], end = hermite_nodes<L>.first_of_order[0];
    hermite_sweep<L, first>(r, x, std::make_integer_sequence<int, end - first>());
    r[0] = scaled[M];
    hermite_sweeps<L, M - 1>(r, x, scaled);
  }
}

// A pair of primitives in the kernels: exponent, centre, and then its expansion coefficients. In single precision the
// rounding errors of the centre follow it, so that differences of centres are right to rounding.
template <class Number>
inline constexpr int pair_heading = sizeof(Number) == sizeof(double) ? 4 : 7;

template <class X>
FOCKPROXY_INLINE X centre_difference(const Element<X>* bra, const X* ket, int axis) {
  X x = bra[1 + axis] - ket[1 + axis];
  if constexpr (pair_heading<Element<X>> > 4) x += bra[4 + axis] - ket[4 + axis];
  return x;
}

// The number with index n of a pair in this form, from the form of double precision.
FOCKPROXY_INLINE double pair_number(const double* pair, int n, double) { return pair[n]; }
FOCKPROXY_INLINE float pair_number(const double* pair, int n, float) {
  if (n < 4) return static_cast<float>(pair[n]);
  if (n >= pair_heading<float>) return static_cast<float>(pair[n - 3]);
  const volatile float rounded = static_cast<float>(pair[n - 3]);  // GCC 12 takes x - double(float(x)) for 0
  return static_cast<float>(pair[n - 3] - rounded);
}

// The number of primitive quartets whose Hermite integrals are kept at a time.
template <int L>
inline constexpr int levels_at_once = L <= 4   ? 8
                                      : L <= 8 ? 4
                                               : 2;

// The start of the recursion to R^m, for one primitive quartet per lane.
template <class X>
struct HermiteStart {
  BoysPlace<X> boys;
  X difference[3];  // between the centres
  X factor, step;   // R^m_000 = factor step^m F_m
};

template <int L, class X>
FOCKPROXY_INLINE void begin_hermite(const BoysTable& table, const Element<X>* bra, const X* ket, X scale,
                                    HermiteStart<X>& start) {
  const X q = ket[0];
  X inverse, root;
  invert(bra[0] + q, inverse, root);
  const X alpha = bra[0] * q * inverse;
  X* x = start.difference;
  for (int axis = 0; axis < 3; ++axis) x[axis] = centre_difference(bra, ket, axis);
  find_place(table, alpha * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), start.boys);
  start.factor = scale * root;
  if constexpr (L > 0) start.step = Element<X>(-2) * alpha;
}

// scaled[m] = R^m_000.
template <int L, class X>
FOCKPROXY_INLINE void scaled_boys(const BoysTable& table, const HermiteStart<X>& start, X* scaled) {
  boys<L>(table, start.boys, scaled);
  X factor = start.factor;
  scaled[0] *= factor;
#pragma GCC unroll 16
  for (int m = 1; m <= L; ++m) {
    factor *= start.step;
    scaled[m] *= factor;
  }
}

// R_tuv = R^0_tuv from R^m_000.
template <int L, class X>
FOCKPROXY_INLINE void raise_hermite(const X* scaled, const X* x, X* r) {
  r[0] = scaled[L];
  if constexpr (L > 0 && L <= largest_unrolled) {
    hermite_sweeps<L, L - 1>(r, x, scaled);
  } else if constexpr (L > 0) {
    const HermiteNodes<L>& nodes = hermite_nodes<L>;
    for (int m = L - 1; m >= 0; --m) {
      for (int i = nodes.first_of_order[L - m]; i < nodes.first_of_order[0]; ++i) {
        const HermiteNode& n = nodes.node[i];
        X value = x[n.axis] * r[n.place - n.stride];
        if (n.factor != 0) value += Element<X>(n.factor) * r[n.place - 2 * n.stride];
        r[n.place] = value;
      }
      r[0] = scaled[m];
    }
  }
}

// The primitive pairs of a ket, one per lane and level; levels are `stride` vectors apart.
template <class X>
struct KetLevels {
  const X* first;
  std::ptrdiff_t stride;
  int count;
};

// One primitive quartet per lane and level, up to levels_at_once<L> levels, all with the same bra. Writes scale (p +
// q)^(-1/2) R_tuv, t + u + v <= L, of every level to its cube; p and q are the exponents. Each step is done for all
// levels, because within a level every step needs the result of the step before it.
template <int L, class X>
FOCKPROXY_NOINLINE void hermite_coulomb(const BoysTable& table, const Element<X>* bra, const KetLevels<X>& ket, X scale,
                                        X* cubes) {
  HermiteStart<X> start[levels_at_once<L>];
  X scaled[levels_at_once<L>][L + 1];
  const int count = ket.count;
  for (int k = 0; k < count; ++k) begin_hermite<L>(table, bra, ket.first + k * ket.stride, scale, start[k]);
  for (int k = 0; k < count; ++k) scaled_boys<L>(table, start[k], scaled[k]);
  for (int k = 0; k < count; ++k) raise_hermite<L>(scaled[k], start[k].difference, cubes + k * cube_size(L));
}

}  // namespace
}  // namespace fockproxy::eri
