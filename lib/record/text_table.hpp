// Plain-text tables with aligned columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fockproxy {

// From now on, tables with longer lines than `columns` are folded. 0, the value at the start: never. Use it if the
// output of this process is a terminal. Not thread-safe.
void fold_tables_at(int columns);

// The first column is left-aligned, and the others are right-aligned; columns are two spaces apart. A folded table
// becomes several tables below each other, each with the first `keys` columns.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header, std::size_t keys = 1) : rows_{std::move(header)}, keys_(keys) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // Every line starts with `indent` spaces and ends with a newline. record/verdict_colours.hpp colours cells that begin
  // with a verdict.
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
