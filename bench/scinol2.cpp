// ScInOL₂ as a C++ programmer would write it: what the TypeScript is measured against. What it shares with the one
// written with intrinsics is in stream.h.
#include "stream.h"

/** One array a slot, so that both loops are vectorised. */
struct Dense {
  int d;
  Numbers M, γ, s, η, ω, q;

  explicit Dense(const Stream& stream) : d(stream.features), M(d), γ(d), s(d), η(d, 1), ω(d), q(d) {}

  double pass(const Stream& stream) {
    double loss = 0;
    for (int row = 0; row < stream.rows; row++) loss += learn(stream, row);
    return loss;
  }

  double learn(const Stream& stream, int row) {
    const double* x = &stream.values[size_t(row) * d];
    double slope;
    const double score = play(d, x, M.data(), γ.data(), s.data(), η.data(), ω.data(), q.data());
    const double loss = logistic(score, stream.labels[row], slope);
    digest(d, slope, γ.data(), s.data(), η.data(), ω.data(), q.data());
    return loss;
  }

  static double play(int d, const double* __restrict x, double* __restrict M, double* __restrict γ,
                     double* __restrict s, const double* __restrict η, double* __restrict ω,
                     double* __restrict q) {
    double score = 0;
    for (int i = 0; i < d; i++) {
      const double m = std::max(std::fabs(x[i]), M[i]);
      const double u = m > 0 ? 1 / m : 0;
      const double ρ = M[i] * u;
      M[i] = m;
      γ[i] *= ρ;
      s[i] *= ρ * ρ;
      const double s1 = s[i] + 1;
      const double r = std::sqrt(s1);
      q[i] = x[i] * u;
      ω[i] = std::min(std::max(γ[i], -r), r) / (s1 + s1) * η[i];
      score += q[i] * ω[i];
    }
    return score;
  }

  static void digest(int d, double slope, double* __restrict γ, double* __restrict s, double* __restrict η,
                     const double* __restrict ω, const double* __restrict q) {
    for (int i = 0; i < d; i++) {
      const double v = slope * q[i];
      γ[i] -= v;
      s[i] += v * v;
      η[i] -= v * ω[i];
    }
  }
};

/** What belongs to a feature side by side: four arrays would miss the cache four times. */
struct Sparse {
  struct Feature {
    double M = 0, γ = 0, s = 0, η = 1;
  };
  std::vector<Feature> features;
  Numbers ω, q;

  explicit Sparse(const Stream& stream) : features(stream.features), ω(stream.entries), q(stream.entries) {}

  double pass(const Stream& stream) {
    double loss = 0;
    for (int row = 0; row < stream.rows; row++) loss += learn(stream, row);
    return loss;
  }

  double learn(const Stream& stream, int row) {
    const int count = stream.entries;
    const double* value = &stream.values[size_t(row) * count];
    const int32_t* index = &stream.indices[size_t(row) * count];
    double score = 0;
    for (int n = 0; n < count; n++) {
      Feature& f = features[index[n]];
      const double x = value[n];
      const double size = std::fabs(x);
      if (size > f.M) {
        const double ρ = f.M / size;
        f.M = size;
        f.γ *= ρ;
        f.s *= ρ * ρ;
      }
      const double s1 = f.s + 1;
      const double r = std::sqrt(s1);
      q[n] = x / f.M;
      ω[n] = std::min(std::max(f.γ, -r), r) / (s1 + s1) * f.η;
      score += q[n] * ω[n];
    }
    double slope;
    const double loss = logistic(score, stream.labels[row], slope);
    for (int n = 0; n < count; n++) {
      Feature& f = features[index[n]];
      const double v = slope * q[n];
      f.γ -= v;
      f.s += v * v;
      f.η -= v * ω[n];
    }
    return loss;
  }
};

/** K outputs: M belongs to the feature, the rest to the pair; zeros are skipped, the loop over outputs vectorised. */
struct Softmax {
  int d, K;
  Numbers M, γ, s, η, ω, q, scores, slopes;
  std::vector<int32_t> index;

  explicit Softmax(const Stream& stream)
      : d(stream.features), K(stream.outputs), M(d), γ(d * K), s(d * K), η(d * K, 1), ω(d * K), q(d), scores(K),
        slopes(K), index(d) {}

  double pass(const Stream& stream) {
    double loss = 0;
    for (int row = 0; row < stream.rows; row++) loss += learn(stream, row);
    return loss;
  }

  double learn(const Stream& stream, int row) {
    const double* x = &stream.values[size_t(row) * d];
    const int label = int(stream.labels[row]);
    int count = 0;
    std::fill(scores.begin(), scores.end(), 0.0);
    for (int i = 0; i < d; i++) {
      if (x[i] == 0) continue;
      const double m = std::max(std::fabs(x[i]), M[i]);
      const double ρ = M[i] / m;
      M[i] = m;
      q[count] = x[i] / m;
      index[count] = i;
      play(K, q[count], ρ, &γ[i * K], &s[i * K], &η[i * K], &ω[count * K], scores.data());
      count++;
    }
    const double loss = softmax(K, scores.data(), label, slopes.data());
    for (int n = 0; n < count; n++) {
      const int at = index[n] * K;
      digest(K, q[n], slopes.data(), &γ[at], &s[at], &η[at], &ω[n * K]);
    }
    return loss;
  }

  static inline void play(int K, double q, double ρ, double* __restrict γ, double* __restrict s,
                          const double* __restrict η, double* __restrict ω, double* __restrict scores) {
    for (int k = 0; k < K; k++) {
      γ[k] *= ρ;
      s[k] *= ρ * ρ;
      const double s1 = s[k] + 1;
      const double r = std::sqrt(s1);
      ω[k] = std::min(std::max(γ[k], -r), r) / (s1 + s1) * η[k];
      scores[k] += q * ω[k];
    }
  }

  static inline void digest(int K, double q, const double* __restrict slopes, double* __restrict γ,
                            double* __restrict s, double* __restrict η, const double* __restrict ω) {
    for (int k = 0; k < K; k++) {
      const double v = slopes[k] * q;
      γ[k] -= v;
      s[k] += v * v;
      η[k] -= v * ω[k];
    }
  }
};

int main(int, char** arguments) { return run<Dense, Sparse, Softmax>(arguments); }
