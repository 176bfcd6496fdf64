// ScInOL₂ as fast as its author could make it in C++: intrinsics, digesting a row and playing the next in one sweep,
// 1/M kept so that one division is enough, the next row's features asked for ahead. Exact root and division.
#include "lanes.h"
#include "stream.h"

/** ω of a vector of coordinates. */
static inline Vector weigh(Vector γ, Vector s, Vector η) {
  const Vector s1 = s + splat(1);
  const Vector r = sqrt(s1);
  return most(-r, least(r, γ)) * (η / (s1 + s1));
}

/** 1/M of what was never seen: any value moves it, and zero times it is zero. */
static const double UNSEEN = 1e300;

/** Rows padded to whole vectors, one array a slot. */
struct Dense {
  int d, padded;
  Numbers rows, U, γ, s, η, ω;

  explicit Dense(const Stream& stream)
      : d(stream.features), padded((d + LANES - 1) / LANES * LANES), rows(size_t(padded) * (stream.rows + 1)),
        U(padded, UNSEEN), γ(padded), s(padded), η(padded, 1), ω(padded) {
    for (int r = 0; r < stream.rows; r++) std::copy_n(&stream.values[size_t(r) * d], d, &rows[size_t(r) * padded]);
  }

  double pass(const Stream& stream) {
    double loss = 0, slope = 0;
    const double* nothing = &rows[size_t(stream.rows) * padded];
    const double* row = nothing;
    for (int r = 0; r < stream.rows; r++) {
      const double* next = &rows[size_t(r) * padded];
      const double score = digestAndPlay(row, slope, next);
      loss += logistic(score, stream.labels[r], slope);
      row = next;
    }
    digestAndPlay(row, slope, nothing);
    return loss;
  }

  double digestAndPlay(const double* row, double slope, const double* next) {
    const Vector g = splat(slope), one = splat(1);
    Vector score = splat(0);
    for (int i = 0; i < padded; i += LANES) {
      Vector u = load(&U[i]);
      const Vector v = g * (load(row + i) * u);
      Vector G = load(&γ[i]) - v;
      Vector S = plusProduct(v, v, load(&s[i]));
      const Vector H = lessProduct(v, load(&ω[i]), load(&η[i]));
      const Vector y = load(next + i);
      const Vector size = abs(y);
      const Mask moved = above(size * u, one);
      if (__builtin_expect(any(moved), 0)) {
        const Vector now = choose(moved, one / size, u);
        const Vector ρ = choose(moved, now / u, one);
        store(&U[i], u = now);
        G *= ρ;
        S *= ρ * ρ;
      }
      const Vector w = weigh(G, S, H);
      store(&γ[i], G);
      store(&s[i], S);
      store(&η[i], H);
      store(&ω[i], w);
      score = plusProduct(y * u, w, score);
    }
    return sum(score);
  }
};

/** A feature is 32 bytes; four are turned into four vectors and back. */
struct Sparse {
  struct alignas(32) Feature {
    double U = UNSEEN, γ = 0, s = 0, η = 1;
  };
  int padded;
  std::vector<Feature> features;
  Numbers values, ω, q;
  std::vector<int32_t> indices;

  /** Rows are padded with features of their own that are always zero. */
  explicit Sparse(const Stream& stream)
      : padded((stream.entries + 3) / 4 * 4), features(stream.features + 4), values(size_t(padded) * stream.rows),
        ω(padded), q(padded), indices(size_t(padded) * (stream.rows + 1)) {
    for (int r = 0; r < stream.rows; r++) {
      for (int n = 0; n < padded; n++) {
        const bool there = n < stream.entries;
        const size_t from = size_t(r) * stream.entries + n;
        values[size_t(r) * padded + n] = there ? stream.values[from] : 0;
        indices[size_t(r) * padded + n] = there ? stream.indices[from] : stream.features + n % 4;
      }
    }
  }

  static inline void turn(__m256d& a, __m256d& b, __m256d& c, __m256d& d) {
    const __m256d ab = _mm256_unpacklo_pd(a, b), AB = _mm256_unpackhi_pd(a, b);
    const __m256d cd = _mm256_unpacklo_pd(c, d), CD = _mm256_unpackhi_pd(c, d);
    a = _mm256_permute2f128_pd(ab, cd, 0x20);
    b = _mm256_permute2f128_pd(AB, CD, 0x20);
    c = _mm256_permute2f128_pd(ab, cd, 0x31);
    d = _mm256_permute2f128_pd(AB, CD, 0x31);
  }

  double pass(const Stream& stream) {
    double loss = 0;
    for (int r = 0; r < stream.rows; r++) loss += learn(&indices[size_t(r) * padded], &values[size_t(r) * padded], stream.labels[r]);
    return loss;
  }

  double learn(const int32_t* index, const double* value, double label) {
    const __m256d one = _mm256_set1_pd(1), sign = _mm256_set1_pd(-0.0);
    __m256d scores = _mm256_setzero_pd();
    for (int n = 0; n < padded; n += 4) {
      double* f[4];
      for (int k = 0; k < 4; k++) {
        f[k] = &features[index[n + k]].U;
        _mm_prefetch(reinterpret_cast<const char*>(&features[index[padded + n + k]]), _MM_HINT_T0);
      }
      __m256d u = _mm256_load_pd(f[0]), γ = _mm256_load_pd(f[1]), s = _mm256_load_pd(f[2]), η = _mm256_load_pd(f[3]);
      turn(u, γ, s, η);
      const __m256d x = _mm256_loadu_pd(value + n);
      const __m256d size = _mm256_andnot_pd(sign, x);
      const __m256d moved = _mm256_cmp_pd(size * u, one, _CMP_GT_OQ);
      if (__builtin_expect(_mm256_movemask_pd(moved) != 0, 0)) {
        const __m256d now = _mm256_blendv_pd(u, one / size, moved);
        const __m256d ρ = _mm256_blendv_pd(one, now / u, moved);
        __m256d a = u = now, b = γ *= ρ, c = s *= ρ * ρ, d = η;
        turn(a, b, c, d);
        _mm256_store_pd(f[0], a);
        _mm256_store_pd(f[1], b);
        _mm256_store_pd(f[2], c);
        _mm256_store_pd(f[3], d);
      }
      const __m256d s1 = s + one;
      const __m256d r = _mm256_sqrt_pd(s1);
      const __m256d w = _mm256_max_pd(-r, _mm256_min_pd(r, γ)) * (η / (s1 + s1));
      const __m256d share = x * u;
      _mm256_storeu_pd(&q[n], share);
      _mm256_storeu_pd(&ω[n], w);
      scores = _mm256_fmadd_pd(share, w, scores);
    }
    const __m128d half = _mm_add_pd(_mm256_castpd256_pd128(scores), _mm256_extractf128_pd(scores, 1));
    double slope;
    const double loss = logistic(half[0] + half[1], label, slope);
    for (int n = 0; n < padded; n++) {
      Feature& f = features[index[n]];
      const double v = slope * q[n];
      // γ, s and η move by −v, v² and −v ω.
      f.γ -= v;
      f.s += v * v;
      f.η -= v * ω[n];
    }
    return loss;
  }
};

/** The K outputs of a feature padded to whole vectors: γ, s, η one after another. */
struct Softmax {
  int d, K, padded;
  Numbers U, cells, ω, q, scores, slopes;
  std::vector<int32_t> index;

  explicit Softmax(const Stream& stream)
      : d(stream.features), K(stream.outputs), padded((K + LANES - 1) / LANES * LANES), U(d, UNSEEN),
        cells(size_t(d) * padded * 3), ω(size_t(d) * padded), q(d), scores(padded), slopes(padded), index(d + LANES) {
    for (int i = 0; i < d; i++) std::fill_n(&cells[(size_t(i) * 3 + 2) * padded], padded, 1.0);
  }

  double pass(const Stream& stream) {
    double loss = 0;
    for (int r = 0; r < stream.rows; r++) {
      const double* x = &stream.values[size_t(r) * d];
      loss += padded == 2 * LANES ? learn<2>(x, int(stream.labels[r])) : learn<0>(x, int(stream.labels[r]));
    }
    return loss;
  }

  /** With the number of vectors told to the compiler, the scores stay in registers; 0 where it is any. */
  template <int VECTORS>
  double learn(const double* x, int label) {
    const int vectors = VECTORS ? VECTORS : padded / LANES;
    const int count = nonzeros(x);
    Vector total[VECTORS ? VECTORS : 64];
    for (int k = 0; k < vectors; k++) total[k] = splat(0);
    for (int n = 0; n < count; n++) {
      const int i = index[n];
      double* cell = &cells[size_t(i) * padded * 3];
      const double size = std::fabs(x[i]);
      if (__builtin_expect(size * U[i] > 1, 0)) move(i, size, cell);
      const Vector share = splat(q[n] = x[i] * U[i]);
      for (int k = 0; k < vectors; k++) {
        double* at = cell + k * LANES;
        const Vector w = weigh(load(at), load(at + padded), load(at + 2 * padded));
        store(&ω[size_t(n) * padded + k * LANES], w);
        total[k] = plusProduct(share, w, total[k]);
      }
    }
    for (int k = 0; k < vectors; k++) store(&scores[k * LANES], total[k]);
    const double loss = softmax(K, scores.data(), label, slopes.data());
    Vector g[VECTORS ? VECTORS : 64];
    for (int k = 0; k < vectors; k++) g[k] = load(&slopes[k * LANES]);
    for (int n = 0; n < count; n++) {
      double* cell = &cells[size_t(index[n]) * padded * 3];
      const Vector share = splat(q[n]);
      for (int k = 0; k < vectors; k++) {
        double* at = cell + k * LANES;
        const Vector v = g[k] * share;
        store(at, load(at) - v);
        store(at + padded, plusProduct(v, v, load(at + padded)));
        store(at + 2 * padded, lessProduct(v, load(&ω[size_t(n) * padded + k * LANES]), load(at + 2 * padded)));
      }
    }
    return loss;
  }

  int nonzeros(const double* x) {
    int count = 0;
    for (int i = 0; i < d; i++) {
      index[count] = i;
      count += x[i] != 0;
    }
    return count;
  }

  void move(int i, double size, double* cell) {
    const double ρ = 1 / size / U[i];
    U[i] = 1 / size;
    for (int k = 0; k < padded; k++) {
      cell[k] *= ρ;
      cell[padded + k] *= ρ * ρ;
    }
  }
};

int main(int, char** arguments) { return run<Dense, Sparse, Softmax>(arguments); }
