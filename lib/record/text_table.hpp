// Plain-text tables with aligned columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fockproxy {

// Tables are folded from now on where their lines would be longer; 0, as at the start: never. For a terminal that is
// the output of this process. Not thread-safe.
void fold_tables_at(int columns);

// The first column is left-aligned, the others are right-aligned; columns are two spaces apart. A table that is folded
// becomes several below each other, each with the first `keys` columns.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header, std::size_t keys = 1) : rows_{std::move(header)}, keys_(keys) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // Every line starts with `indent` spaces and ends with a newline. Cells that begin with a verdict: see
  // record/verdict_colours.hpp.
  std::string str(int indent = 2) const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the first one: the header
  std::size_t keys_;
};

std::string format_seconds(double seconds);              // "1.23 s", "45.6 ms", "789 us", "36.1 ns"
std::string format_bytes(double bytes);                  // "1.2 GB", "3.4 MB", "56 kB"
std::string format_count(long long n);                   // "12 345 678"
std::string plural(long long n, std::string_view what);  // "1 rank", "2 ranks"

}  // namespace fockproxy
