#include "record/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/verdict_colours.hpp"

namespace fockproxy {

namespace {

using Row = std::vector<std::string>;
using Columns = std::vector<std::size_t>;

std::size_t longest_line = 0;  // set by fold_tables_at

Columns widths(const std::vector<Row>& rows) {
  Columns width;
  for (const Row& row : rows) {
    width.resize(std::max(width.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  return width;
}

// The columns of each part: the key columns, and as many of the others as fit, but at least one.
std::vector<Columns> folded(const Columns& width, std::size_t keys, std::size_t indent) {
  Columns first;
  std::size_t begun = indent;
  for (std::size_t c = 0; c < std::min(keys, width.size()); ++c) {
    first.push_back(c);
    begun += width[c] + (c == 0 ? 0 : 2);
  }
  std::vector<Columns> parts{first};
  std::size_t length = begun;
  for (std::size_t c = first.size(); c < width.size(); ++c) {
    length += width[c] + 2;
    if (longest_line > 0 && length > longest_line && parts.back().size() > first.size()) {
      parts.push_back(first);
      length = begun + width[c] + 2;
    }
    parts.back().push_back(c);
  }
  return parts;
}

// A cell of the first column or of another one. Padded here, because colour codes take no space on the screen.
std::string cell(const std::string& text, std::size_t width, bool first) {
  const std::string padding(width - text.size(), ' ');
  return first ? coloured(text) + padding : "  " + padding + coloured(text);
}

}  // namespace

void fold_tables_at(int columns) { longest_line = static_cast<std::size_t>(std::max(columns, 0)); }

std::string TextTable::str(int indent) const {
  const Columns width = widths(rows_);
  std::string text;
  for (const Columns& part : folded(width, keys_, static_cast<std::size_t>(indent))) {
    if (!text.empty()) text += '\n';
    for (const Row& row : rows_) {
      std::string line(indent, ' ');
      for (const std::size_t c : part)
        if (c < row.size()) line += cell(row[c], width[c], c == 0);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  }
  return text;
}

std::string format_seconds(double seconds) {
  const auto three_digits = [](double value, const char* unit) {
    return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
  };
  if (seconds == 0) return "0 s";
  if (seconds < 0.9995e-6) return three_digits(1e9 * seconds, "ns");
  if (seconds < 1e-3) return three_digits(1e6 * seconds, "us");
  if (seconds < 1) return three_digits(1e3 * seconds, "ms");
  return three_digits(seconds, "s");
}

std::string format_bytes(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

std::string format_count(long long n) {
  std::string digits = std::to_string(n);
  for (int i = static_cast<int>(digits.size()) - 3; i > (n < 0 ? 1 : 0); i -= 3) digits.insert(i, " ");
  return digits;
}

std::string plural(long long n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

}  // namespace fockproxy
