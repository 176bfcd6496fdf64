// The yardstick of bench/parse.mjs: a plain loop of from_chars over a numeric CSV in memory, and over svmlight.
// Prints bytes and CPU seconds, best of five.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

static double seconds() { return double(clock()) / CLOCKS_PER_SEC; }

int main(int argc, char** argv) {
  std::ifstream in(argv[1], std::ios::binary);
  std::vector<char> text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const bool header = argc > 2 && std::strcmp(argv[2], "header") == 0;
  double best = 1e9, sum = 0;
  size_t cells = 0;
  std::vector<double> row(4096);
  for (int turn = 0; turn < 5; turn++) {
    const double start = seconds();
    const char* p = text.data();
    const char* end = p + text.size();
    if (header) p = static_cast<const char*>(memchr(p, '\n', end - p)) + 1;
    cells = 0;
    sum = 0;
    size_t column = 0;
    while (p < end) {
      double value = 0;
      p = std::from_chars(p, end, value).ptr;
      row[column] = value;
      cells++;
      // ',' in CSV; ' ' and ':' in svmlight.
      if (*p == '\n') {
        sum += row[column / 2];
        column = 0;
      } else if (column < 4095) {
        column++;
      }
      p++;
    }
    const double took = seconds() - start;
    if (took < best) best = took;
  }
  std::printf("{\"bytes\":%zu,\"seconds\":%.6f,\"cells\":%zu,\"sum\":%.6f}\n", text.size(), best, cells, sum);
}
