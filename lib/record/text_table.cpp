#include "record/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fockproxy {

std::string TextTable::str(int indent) const {
  std::vector<std::size_t> width;
  for (const auto& row : rows_) {
    width.resize(std::max(width.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < row.size(); ++c)
      line += c == 0 ? fmt::format("{:<{}}", row[c], width[c]) : fmt::format("  {:>{}}", row[c], width[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
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
