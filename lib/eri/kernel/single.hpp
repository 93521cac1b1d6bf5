// Vectors of floats, with twice as many lanes as in simd.hpp, for quartets that single precision computes accurately
// enough. Included by the kernels' translation units only.
#pragma once

#include "eri/kernel/simd.hpp"

namespace fockproxy::eri {
namespace {

typedef float F __attribute__((vector_size(8 * FOCKPROXY_LANES), may_alias));     // 2 * lanes
typedef float Half __attribute__((vector_size(4 * FOCKPROXY_LANES), may_alias));  // lanes

template <>
struct ElementOf<F> {
  using Type = float;
};

template <>
FOCKPROXY_INLINE F broadcast_to<F>(float x) {
#if FOCKPROXY_LANES == 8
  return (F)_mm512_set1_ps(x);
#elif FOCKPROXY_LANES == 4
  return (F)_mm256_set1_ps(x);
#else
  return F{x, x, x, x};
#endif
}

FOCKPROXY_INLINE void invert(F x, F& inverse, F& root) {
#if FOCKPROXY_LANES > 2
#if FOCKPROXY_LANES == 8
  const F y = (F)_mm512_rsqrt14_ps((__m512)x);
#else
  const F y = (F)_mm256_rsqrt_ps((__m256)x);
#endif
  const F rest = 1.0f - x * y * y;
  root = y + y * (rest * (0.5f + rest * 0.375f));
  inverse = root * root;
#else
  inverse = 1.0f / x;
  for (int i = 0; i < 4; ++i) root[i] = __builtin_sqrtf(inverse[i]);
#endif
}

FOCKPROXY_INLINE unsigned not_below(F a, F b) {
#if FOCKPROXY_LANES == 8
  return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GE_OQ);
#elif FOCKPROXY_LANES == 4
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_GE_OQ)));
#else
  unsigned mask = 0;
  for (int i = 0; i < 4; ++i) mask |= (a[i] >= b[i] ? 1u : 0u) << i;
  return mask;
#endif
}

// Truncates x >= 0 to integers, and returns them as floats too.
FOCKPROXY_INLINE F truncate(F x, int* integers) {
#if FOCKPROXY_LANES == 8
  const __m512i i = _mm512_cvttps_epi32((__m512)x);
  _mm512_store_si512(integers, i);
  return (F)_mm512_cvtepi32_ps(i);
#elif FOCKPROXY_LANES == 4
  const __m256i i = _mm256_cvttps_epi32((__m256)x);
  _mm256_store_si256(reinterpret_cast<__m256i*>(integers), i);
  return (F)_mm256_cvtepi32_ps(i);
#else
  F result;
  for (int i = 0; i < 4; ++i) {
    integers[i] = static_cast<int>(x[i]);
    result[i] = static_cast<float>(integers[i]);
  }
  return result;
#endif
}

// Two vectors of doubles as one vector of floats, and one half of such a vector as doubles.
FOCKPROXY_INLINE F joined(V low, V high) {
  alignas(F) Half parts[2] = {__builtin_convertvector(low, Half), __builtin_convertvector(high, Half)};
  return *reinterpret_cast<const F*>(parts);
}
FOCKPROXY_INLINE V half_of(const F* x, int half) {
  return __builtin_convertvector(reinterpret_cast<const Half*>(x)[half], V);
}

// column[k] = element k, k = 0..4, of row row[lane] of a table with rows of 8 aligned floats.
FOCKPROXY_INLINE void transpose_rows(const float* table, const int* row, F* column) {
  const auto at = [&](int lane) { return table + 8 * std::ptrdiff_t{row[lane]}; };
#if FOCKPROXY_LANES == 8
  // The choice of rows per register makes the last step put every lane into its place.
  __m512 r[8];
  for (int i = 0; i < 8; ++i) {
    const int low = i < 4 ? i : i + 4;
    r[i] = _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(at(low))), _mm256_load_ps(at(low + 4)), 1);
  }
  __m512 x[8];  // columns 0..3 and 4..7 of four rows in 128 bits each: of r[0..3], then of r[4..7]
  for (int i = 0; i < 2; ++i) {
    const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(r[4 * i], r[4 * i + 1]));
    const __m512d b = _mm512_castps_pd(_mm512_unpacklo_ps(r[4 * i + 2], r[4 * i + 3]));
    const __m512d c = _mm512_castps_pd(_mm512_unpackhi_ps(r[4 * i], r[4 * i + 1]));
    const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(r[4 * i + 2], r[4 * i + 3]));
    x[4 * i] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, b));
    x[4 * i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, b));
    x[4 * i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(c, d));
    x[4 * i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(c, d));
  }
  for (int k = 0; k < 4; ++k) column[k] = (F)_mm512_shuffle_f32x4(x[k], x[4 + k], 0b10001000);
  column[4] = (F)_mm512_shuffle_f32x4(x[0], x[4], 0b11011101);
#elif FOCKPROXY_LANES == 4
  __m256 x[8];
  for (int i = 0; i < 2; ++i) {
    const __m256 r0 = _mm256_load_ps(at(4 * i)), r1 = _mm256_load_ps(at(4 * i + 1));
    const __m256 r2 = _mm256_load_ps(at(4 * i + 2)), r3 = _mm256_load_ps(at(4 * i + 3));
    const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(r0, r1)), b = _mm256_castps_pd(_mm256_unpacklo_ps(r2, r3));
    const __m256d c = _mm256_castps_pd(_mm256_unpackhi_ps(r0, r1)), d = _mm256_castps_pd(_mm256_unpackhi_ps(r2, r3));
    x[4 * i] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, b));
    x[4 * i + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, b));
    x[4 * i + 2] = _mm256_castpd_ps(_mm256_unpacklo_pd(c, d));
    x[4 * i + 3] = _mm256_castpd_ps(_mm256_unpackhi_pd(c, d));
  }
  for (int k = 0; k < 4; ++k) column[k] = (F)_mm256_permute2f128_ps(x[k], x[4 + k], 0x20);
  column[4] = (F)_mm256_permute2f128_ps(x[0], x[4], 0x31);
#else
  for (int k = 0; k < 5; ++k) column[k] = F{at(0)[k], at(1)[k], at(2)[k], at(3)[k]};
#endif
}

}  // namespace
}  // namespace fockproxy::eri
