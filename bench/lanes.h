// The widest vectors of doubles this machine has: AVX-512 where it can be had, else AVX2. With TWO_LANES those of 128 bits,
// as wide as WebAssembly's: what any program can reach that has no more.
#pragma once
#include <immintrin.h>

#if defined(TWO_LANES)

constexpr int LANES = 2;
using Vector = __m128d;
using Mask = __m128d;

static inline Vector load(const double* p) { return _mm_loadu_pd(p); }
static inline void store(double* p, Vector v) { _mm_storeu_pd(p, v); }
static inline Vector splat(double x) { return _mm_set1_pd(x); }
static inline Vector sqrt(Vector a) { return _mm_sqrt_pd(a); }
static inline Vector abs(Vector a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }
static inline Vector least(Vector a, Vector b) { return _mm_min_pd(a, b); }
static inline Vector most(Vector a, Vector b) { return _mm_max_pd(a, b); }
static inline Vector plusProduct(Vector a, Vector b, Vector c) { return _mm_fmadd_pd(a, b, c); }
static inline Vector lessProduct(Vector a, Vector b, Vector c) { return _mm_fnmadd_pd(a, b, c); }
static inline Mask above(Vector a, Vector b) { return _mm_cmpgt_pd(a, b); }
static inline bool any(Mask m) { return _mm_movemask_pd(m) != 0; }
static inline Vector choose(Mask m, Vector a, Vector b) { return _mm_blendv_pd(b, a, m); }
static inline double sum(Vector a) { return _mm_cvtsd_f64(_mm_add_sd(a, _mm_unpackhi_pd(a, a))); }

#elif defined(__AVX512F__)

constexpr int LANES = 8;
using Vector = __m512d;
using Mask = __mmask8;

static inline Vector load(const double* p) { return _mm512_loadu_pd(p); }
static inline void store(double* p, Vector v) { _mm512_storeu_pd(p, v); }
static inline Vector splat(double x) { return _mm512_set1_pd(x); }
static inline Vector sqrt(Vector a) { return _mm512_sqrt_pd(a); }
static inline Vector abs(Vector a) { return _mm512_abs_pd(a); }
static inline Vector least(Vector a, Vector b) { return _mm512_min_pd(a, b); }
static inline Vector most(Vector a, Vector b) { return _mm512_max_pd(a, b); }
/** a · b + c, and c − a · b. */
static inline Vector plusProduct(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
static inline Vector lessProduct(Vector a, Vector b, Vector c) { return _mm512_fnmadd_pd(a, b, c); }
static inline Mask above(Vector a, Vector b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
static inline bool any(Mask m) { return m != 0; }
/** a where the mask is set, else b. */
static inline Vector choose(Mask m, Vector a, Vector b) { return _mm512_mask_blend_pd(m, b, a); }
static inline double sum(Vector a) { return _mm512_reduce_add_pd(a); }

#else

constexpr int LANES = 4;
using Vector = __m256d;
using Mask = __m256d;

static inline Vector load(const double* p) { return _mm256_loadu_pd(p); }
static inline void store(double* p, Vector v) { _mm256_storeu_pd(p, v); }
static inline Vector splat(double x) { return _mm256_set1_pd(x); }
static inline Vector sqrt(Vector a) { return _mm256_sqrt_pd(a); }
static inline Vector abs(Vector a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
static inline Vector least(Vector a, Vector b) { return _mm256_min_pd(a, b); }
static inline Vector most(Vector a, Vector b) { return _mm256_max_pd(a, b); }
static inline Vector plusProduct(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
static inline Vector lessProduct(Vector a, Vector b, Vector c) { return _mm256_fnmadd_pd(a, b, c); }
static inline Mask above(Vector a, Vector b) { return _mm256_cmp_pd(a, b, _CMP_GT_OQ); }
static inline bool any(Mask m) { return _mm256_movemask_pd(m) != 0; }
static inline Vector choose(Mask m, Vector a, Vector b) { return _mm256_blendv_pd(b, a, m); }
static inline double sum(Vector a) {
  const __m128d half = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
}

#endif
