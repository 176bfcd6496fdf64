// What both programs share: the data, the clock, the logistic loss, and the measuring.
//
//     program dense|sparse|softmax file passes
//
// learns from the file once, untimed, then `passes` times more, and prints the nanoseconds of processor time an
// example took and the sum of all losses, which shows that it is the same algorithm.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using Numbers = std::vector<double>;

struct Stream {
  int rows, features, outputs, entries;
  Numbers labels, values;
  std::vector<int32_t> indices;
};

static Stream read(const char* path) {
  FILE* file = std::fopen(path, "rb");
  if (!file) std::exit(1);
  auto take = [&](size_t count) {
    Numbers numbers(count);
    if (std::fread(numbers.data(), sizeof(double), count, file) != count) numbers.clear();
    return numbers;
  };
  Numbers header = take(4);
  // The constant feature comes first, in every row.
  Stream stream{int(header[0]), int(header[1]) + 1, int(header[2]), int(header[3]) + 1, {}, {}, {}};
  stream.labels = take(stream.rows);
  const size_t entries = stream.entries - 1;
  const Numbers values = take(stream.rows * entries);
  const Numbers indices = take(stream.rows * entries);
  for (size_t n = 0; n < values.size(); n++) {
    if (n % entries == 0) stream.values.push_back(1);
    stream.values.push_back(values[n]);
  }
  for (size_t n = 0; n < indices.size(); n++) {
    if (n % entries == 0) stream.indices.push_back(0);
    stream.indices.push_back(int32_t(indices[n]) + 1);
  }
  std::fclose(file);
  return stream;
}

static double cpuNanoseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

/** ln(1 + e^{−yŷ}), and its slope. */
static inline double logistic(double score, double label, double& slope) {
  const double margin = score * label;
  const double odds = std::exp(-std::fabs(margin));
  slope = -label * (margin > 0 ? odds : 1) / (1 + odds);
  return std::log1p(odds) + std::max(0.0, -margin);
}

/** The softmax loss of K scores, and its slopes. */
static inline double softmax(int K, const double* scores, int label, double* slopes) {
  const double highest = *std::max_element(scores, scores + K);
  double sum = 0;
  for (int k = 0; k < K; k++) sum += slopes[k] = std::exp(scores[k] - highest);
  for (int k = 0; k < K; k++) slopes[k] /= sum;
  slopes[label] -= 1;
  return std::log(sum) - (scores[label] - highest);
}

/** A learner learns from a whole stream, `pass` by `pass`, and answers the sum of the losses. */
template <class Learner>
static void measure(const Stream& stream, int passes) {
  Learner learner(stream);
  double loss = learner.pass(stream);
  const double start = cpuNanoseconds();
  for (int n = 0; n < passes; n++) loss += learner.pass(stream);
  std::printf("%.17g %.17g\n", (cpuNanoseconds() - start) / passes / stream.rows, loss);
}

template <class Dense, class Sparse, class Softmax>
static int run(char** arguments) {
  const Stream stream = read(arguments[2]);
  const int passes = std::atoi(arguments[3]);
  if (!std::strcmp(arguments[1], "dense")) measure<Dense>(stream, passes);
  if (!std::strcmp(arguments[1], "sparse")) measure<Sparse>(stream, passes);
  if (!std::strcmp(arguments[1], "softmax")) measure<Softmax>(stream, passes);
  return 0;
}
