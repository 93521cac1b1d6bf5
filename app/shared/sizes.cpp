#include "app/shared/sizes.hpp"

#include <charconv>

#include "support/error.hpp"

namespace fockproxy {

std::string size_text(std::size_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " KiB";
  return std::to_string(bytes) + " B";
}

std::size_t parse_bytes(std::string_view option, const std::string& text, std::size_t most) {
  const std::string named = option.empty() ? "" : std::string(option) + " ";
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(end, text.data() + text.size());
  const std::size_t scale = unit.empty() ? 1 : unit == "k" ? 1 << 10 : unit == "M" ? 1 << 20 : 0;
  if (error != std::errc() || scale == 0 || value == 0)
    throw UsageError(named + "'" + text + "' is not a size; write it as 8, 16k or 64M");
  if (value > most / scale) throw UsageError(named + "'" + text + "' is more than " + size_text(most));
  return value * scale;
}

}  // namespace fockproxy
