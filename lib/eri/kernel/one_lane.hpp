// One lane: numbers in place of the vectors of simd.hpp and single.hpp, for a thread of a GPU (FOCKPROXY_LANES is 1).
// Only code that is shared between lanes and threads includes it, through lane_types.hpp.
#pragma once

#include <cstddef>

#include "eri/kernel/device_code.hpp"

namespace fockproxy::eri {
namespace {

inline constexpr int lanes = 1;

template <class X>
using Element = X;

template <class X>
FOCKPROXY_INLINE X broadcast_to(X x) {
  return x;
}

// root = 1 / sqrt(x) and inverse = 1 / x, to a few units in the last place.
FOCKPROXY_INLINE void invert(double x, double& inverse, double& root) {
#if defined(__CUDACC__) || defined(__HIPCC__)
  root = rsqrt(x);
  inverse = root * root;
#else
  inverse = 1 / x;
  root = __builtin_sqrt(inverse);
#endif
}
FOCKPROXY_INLINE void invert(float x, float& inverse, float& root) {
#if defined(__CUDACC__) || defined(__HIPCC__)
  root = rsqrtf(x);
  inverse = root * root;
#else
  inverse = 1 / x;
  root = __builtin_sqrtf(inverse);
#endif
}

template <class X>
FOCKPROXY_INLINE X minimum(X a, X b) {
  return a < b ? a : b;
}
template <class X>
FOCKPROXY_INLINE X maximum(X a, X b) {
  return a > b ? a : b;
}

// 1 if a >= b, else 0: one bit for each lane.
template <class X>
FOCKPROXY_INLINE unsigned not_below(X a, X b) {
  return a >= b ? 1 : 0;
}

// Truncates x >= 0 to an integer, and returns it as X too.
template <class X>
FOCKPROXY_INLINE X truncate(X x, int* integer) {
  *integer = static_cast<int>(x);
  return static_cast<X>(*integer);
}

// column[k] = element k, k = 0..7, of row *row of a table with rows of 8 numbers.
template <class X>
FOCKPROXY_INLINE void transpose_rows(const X* table, const int* row, X* column) {
  for (int k = 0; k < 8; ++k) column[k] = table[8 * std::ptrdiff_t{*row} + k];
}

}  // namespace
}  // namespace fockproxy::eri
