// What no program with two lanes can go below: the root and the division of every coordinate of an example, and nothing else.
//
//     program coordinates
//
// prints the nanoseconds of processor time an example took.
#define TWO_LANES
#include "lanes.h"
#include "stream.h"

/** Has the compiler believe that somebody wants the number. */
static inline void want(Vector v) { asm volatile("" : : "x"(v)); }

int main(int, char** arguments) {
  const int coordinates = std::atoi(arguments[1]);
  const int padded = (coordinates + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
  Numbers s(padded, 1.7), η(padded, 1.3);
  const int examples = 40'000'000 / padded;
  double least = 1e300;
  for (int turn = 0; turn < 5; turn++) {
    const double start = cpuNanoseconds();
    for (int n = 0; n < examples; n++) {
      // Root after root, then division after division: they are quicker when the two do not alternate.
      for (int i = 0; i < padded; i += 2 * LANES) {
        const Vector first = load(&s[i]), second = load(&s[i + LANES]);
        want(sqrt(first));
        want(sqrt(second));
        want(load(&η[i]) / first);
        want(load(&η[i + LANES]) / second);
      }
      asm volatile("" : : : "memory");
    }
    least = std::min(least, (cpuNanoseconds() - start) / examples);
  }
  // As many as there are, not as many as make vectors.
  std::printf("%.17g\n", least * coordinates / padded);
}
