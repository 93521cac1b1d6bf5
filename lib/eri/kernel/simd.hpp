// Vectors of doubles for the instruction set of this compilation: FOCKPROXY_LANES is 2 (portable), 4 (AVX2) or 8
// (AVX-512); one_lane.hpp is for 1. single.hpp has vectors of twice as many floats. GCC's vector extensions do
// arithmetic, comparison and selection; this file has the other operations. All code is in an unnamed namespace, so
// each translation unit has its own copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "eri/kernel/device_code.hpp"

#if FOCKPROXY_LANES > 2
#include <immintrin.h>
#endif

namespace fockproxy::eri {
namespace {

inline constexpr int lanes = FOCKPROXY_LANES;
typedef double V __attribute__((vector_size(8 * FOCKPROXY_LANES), may_alias));

typedef std::int64_t Integers __attribute__((vector_size(8 * FOCKPROXY_LANES)));

// The elements of a vector of type X.
template <class X>
struct ElementOf {
  using Type = double;
};
template <class X>
using Element = typename ElementOf<X>::Type;

template <class X>
FOCKPROXY_INLINE X broadcast_to(Element<X> x);

FOCKPROXY_INLINE V broadcast(double x) {
#if FOCKPROXY_LANES == 8
  return (V)_mm512_set1_pd(x);
#elif FOCKPROXY_LANES == 4
  return (V)_mm256_set1_pd(x);
#else
  return V{x, x};
#endif
}

template <>
FOCKPROXY_INLINE V broadcast_to<V>(double x) {
  return broadcast(x);
}

// root = 1 / sqrt(x) and inverse = 1 / x, to a few units in the last place. Division and square root of vectors are
// sixteen times slower than multiply-adds. An estimate of the processor, corrected by the series of (1 - rest)^(-1/2),
// is faster. Portable code divides, because its results must not depend on that estimate.
FOCKPROXY_INLINE void invert(V x, V& inverse, V& root) {
#if FOCKPROXY_LANES > 2
#if FOCKPROXY_LANES == 8
  V y = (V)_mm512_rsqrt14_pd((__m512d)x);
#else
  V y = (V)_mm256_cvtps_pd(_mm_rsqrt_ps(_mm256_cvtpd_ps((__m256d)x)));
  y += y * (0.5 - 0.5 * x * y * y);
#endif
  const V rest = 1.0 - x * y * y;
  root = y + y * (rest * (0.5 + rest * (0.375 + rest * 0.3125)));
  inverse = root * root;
#else
  inverse = 1.0 / x;
  root = V{__builtin_sqrt(inverse[0]), __builtin_sqrt(inverse[1])};
#endif
}

FOCKPROXY_INLINE V maximum(V a, V b) { return a > b ? a : b; }
template <class X>
FOCKPROXY_INLINE X minimum(X a, X b) {
  return a < b ? a : b;
}

// One bit for each lane where a >= b.
FOCKPROXY_INLINE unsigned not_below(V a, V b) {
#if FOCKPROXY_LANES == 8
  return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_GE_OQ);
#elif FOCKPROXY_LANES == 4
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_GE_OQ)));
#else
  return (a[0] >= b[0] ? 1u : 0u) | (a[1] >= b[1] ? 2u : 0u);
#endif
}

inline constexpr unsigned all_lanes = (1u << lanes) - 1;

FOCKPROXY_INLINE int count_lanes(unsigned mask) {
  if constexpr (lanes == 2) return static_cast<int>((mask & 1) + (mask >> 1));  // not all have an instruction for it
  return __builtin_popcount(mask);
}

// The doubles at these addresses.
FOCKPROXY_INLINE V gather(Integers addresses) {
#if FOCKPROXY_LANES == 8
  return (V)_mm512_i64gather_pd((__m512i)addresses, nullptr, 1);
#elif FOCKPROXY_LANES == 4
  return (V)_mm256_i64gather_pd(static_cast<const double*>(nullptr), (__m256i)addresses, 1);
#else
  return V{*reinterpret_cast<const double*>(addresses[0]), *reinterpret_cast<const double*>(addresses[1])};
#endif
}
FOCKPROXY_INLINE std::int64_t address_of(const double* x) { return reinterpret_cast<std::int64_t>(x); }

FOCKPROXY_INLINE double sum_of_lanes(V x) {
#if FOCKPROXY_LANES == 8
  return _mm512_reduce_add_pd((__m512d)x);
#elif FOCKPROXY_LANES == 4
  const __m128d half = _mm_add_pd(_mm256_castpd256_pd128((__m256d)x), _mm256_extractf128_pd((__m256d)x, 1));
  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
#else
  return x[0] + x[1];
#endif
}

// Transposes x[i][n] to x[n][i]. Each step interleaves vectors i and i + lanes / 2; log2(lanes) steps are needed.
template <int... n>
FOCKPROXY_INLINE void interleave(V* x, std::integer_sequence<int, n...>) {
  V mixed[lanes];
#pragma GCC unroll 8
  for (int i = 0; i < lanes / 2; ++i) {
    mixed[2 * i] = (V)__builtin_shufflevector(x[i], x[i + lanes / 2], (n / 2 + n % 2 * lanes)...);
    mixed[2 * i + 1] = (V)__builtin_shufflevector(x[i], x[i + lanes / 2], ((lanes + n) / 2 + n % 2 * lanes)...);
  }
#pragma GCC unroll 8
  for (int i = 0; i < lanes; ++i) x[i] = mixed[i];
}
FOCKPROXY_INLINE void transpose(V* x) {
#pragma GCC unroll 8
  for (int size = lanes; size > 1; size /= 2) interleave(x, std::make_integer_sequence<int, lanes>());
}

template <class X>
FOCKPROXY_INLINE X load_unaligned(const Element<X>* from) {
  X x;
  __builtin_memcpy(static_cast<void*>(&x), from, sizeof x);
  return x;
}

// Truncates x >= 0 to integers, and returns them as doubles too.
FOCKPROXY_INLINE V truncate(V x, int* integers) {
#if FOCKPROXY_LANES == 8
  const __m256i i = _mm512_cvttpd_epi32((__m512d)x);
  _mm256_store_si256(reinterpret_cast<__m256i*>(integers), i);
  return (V)_mm512_cvtepi32_pd(i);
#elif FOCKPROXY_LANES == 4
  const __m128i i = _mm256_cvttpd_epi32((__m256d)x);
  _mm_store_si128(reinterpret_cast<__m128i*>(integers), i);
  return (V)_mm256_cvtepi32_pd(i);
#else
  integers[0] = static_cast<int>(x[0]);
  integers[1] = static_cast<int>(x[1]);
  return V{static_cast<double>(integers[0]), static_cast<double>(integers[1])};
#endif
}

#if FOCKPROXY_LANES >= 4
FOCKPROXY_INLINE void transpose4(const double* a, const double* b, const double* c, const double* d, __m256d* out) {
  const __m256d ra = _mm256_load_pd(a), rb = _mm256_load_pd(b), rc = _mm256_load_pd(c), rd = _mm256_load_pd(d);
  const __m256d t0 = _mm256_unpacklo_pd(ra, rb), t1 = _mm256_unpackhi_pd(ra, rb);
  const __m256d t2 = _mm256_unpacklo_pd(rc, rd), t3 = _mm256_unpackhi_pd(rc, rd);
  out[0] = _mm256_permute2f128_pd(t0, t2, 0x20);
  out[1] = _mm256_permute2f128_pd(t1, t3, 0x20);
  out[2] = _mm256_permute2f128_pd(t0, t2, 0x31);
  out[3] = _mm256_permute2f128_pd(t1, t3, 0x31);
}
#endif

// column[k] = element k of row row[lane] of a table with rows of 8 aligned doubles: loads of whole rows and a
// transposition, which costs less than gathers.
FOCKPROXY_INLINE void transpose_rows(const double* table, const int* row, V* column) {
#if FOCKPROXY_LANES == 8
  for (int half = 0; half < 2; ++half) {
    const double* base = table + 4 * half;
    __m512d r[4];
    for (int i = 0; i < 4; ++i)
      r[i] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(base + 8 * std::ptrdiff_t{row[i]})),
                                _mm256_load_pd(base + 8 * std::ptrdiff_t{row[i + 4]}), 1);
    const __m512d t0 = _mm512_unpacklo_pd(r[0], r[1]), t1 = _mm512_unpackhi_pd(r[0], r[1]);
    const __m512d t2 = _mm512_unpacklo_pd(r[2], r[3]), t3 = _mm512_unpackhi_pd(r[2], r[3]);
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    column[4 * half] = (V)_mm512_permutex2var_pd(t0, low, t2);
    column[4 * half + 1] = (V)_mm512_permutex2var_pd(t1, low, t3);
    column[4 * half + 2] = (V)_mm512_permutex2var_pd(t0, high, t2);
    column[4 * half + 3] = (V)_mm512_permutex2var_pd(t1, high, t3);
  }
#elif FOCKPROXY_LANES == 4
  __m256d c[8];
  for (int half = 0; half < 2; ++half) {
    const double* base = table + 4 * half;
    transpose4(base + 8 * std::ptrdiff_t{row[0]}, base + 8 * std::ptrdiff_t{row[1]}, base + 8 * std::ptrdiff_t{row[2]},
               base + 8 * std::ptrdiff_t{row[3]}, c + 4 * half);
  }
  for (int k = 0; k < 8; ++k) column[k] = (V)c[k];
#else
  const double *a = table + 8 * std::ptrdiff_t{row[0]}, *b = table + 8 * std::ptrdiff_t{row[1]};
  for (int k = 0; k < 8; ++k) column[k] = V{a[k], b[k]};
#endif
}

}  // namespace
}  // namespace fockproxy::eri
