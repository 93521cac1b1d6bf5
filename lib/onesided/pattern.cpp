#include "onesided/pattern.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace fockproxy::onesided {

std::string describe(Element element, Word word) {
  std::int64_t number = std::bit_cast<std::int64_t>(word);
  if (element == Element::real) {
    const double real = std::bit_cast<double>(word);
    if (!(std::abs(real) < 0x1p53) || real != std::floor(real)) return fmt::format("{}", real);
    number = static_cast<std::int64_t>(real);
  }
  if (number == untouched) return "what was there before";
  const std::int64_t plain = std::abs(number) - 1;
  if (number == 0 || plain >= std::int64_t{1} << 49) return fmt::format("{}", number);
  return fmt::format("{} ({} rank {}, round {}, place {})", number, number < 0 ? "in the segment of" : "sent by",
                     plain >> 25 & 1023, plain >> 35, plain & ((1 << 25) - 1));
}

}  // namespace fockproxy::onesided
