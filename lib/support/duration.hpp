// Durations with a unit, as users write them.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include "support/error.hpp"

namespace fockproxy {

// The seconds of a duration with its unit: "20ms", "1.5s", "300us". Throws UsageError for other text and for a
// duration that is not above zero.
inline double parse_duration(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(end, text.data() + text.size());
  const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (error != std::errc() || scale == 0 || !std::isfinite(value) || value <= 0)
    throw UsageError("'" + text + "' is not a duration; write it as 20ms, 1.5s or 300us");
  return value * scale;
}

// The text that parse_duration() takes: "20ms".
inline std::string duration_text(double seconds) {
  const auto text = [seconds](double scale, const char* unit) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%g", seconds / scale);
    return std::string(digits) + unit;
  };
  return seconds >= 1 ? text(1, "s") : seconds >= 1e-3 ? text(1e-3, "ms") : text(1e-6, "us");
}

}  // namespace fockproxy
