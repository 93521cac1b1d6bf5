#include "onesided/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fockproxy::onesided {
namespace {

using Halves = std::array<std::int32_t, 2>;

constexpr int half_bits = 29;

// -2^30 to -2^29 - 1 for a lowered number, -2^29 to -1 for one of a segment, 0 to 2^29 - 1 for one that is sent. So the
// sum of one of a segment and two that are sent is an int32.
std::int32_t to_half(std::int64_t number, std::uint64_t bits) {
  const std::int32_t low = static_cast<std::int32_t>(bits & ((std::uint64_t{1} << half_bits) - 1));
  if (number >= 0) return low;
  return -1 - low - (number <= untouched ? std::int32_t{1} << half_bits : 0);
}

template <class T>
T combined_elements(Combination combination, T there, T sent) {
  switch (combination) {
    case Combination::sum: return there + sent;
    case Combination::replace: return sent;
    case Combination::no_op: return there;
    case Combination::min: return std::min(there, sent);
    case Combination::max: return std::max(there, sent);
  }
  return there;
}

}  // namespace

std::string_view datatype_of(Element element) {
  switch (element) {
    case Element::real: return "double";
    case Element::integer: return "int64";
    case Element::pair:
    case Element::half: return "int32";
  }
  return "";
}

Word combined(Element element, Combination combination, Word there, Word sent) {
  const auto as = [&]<class T>(T) {
    return std::bit_cast<Word>(combined_elements(combination, std::bit_cast<T>(there), std::bit_cast<T>(sent)));
  };
  if (element == Element::real) return as(double{});
  if (element == Element::integer) return as(std::int64_t{});
  Halves halves = std::bit_cast<Halves>(there);
  const Halves other = std::bit_cast<Halves>(sent);
  halves[0] = combined_elements(combination, halves[0], other[0]);
  if (element == Element::pair) halves[1] = combined_elements(combination, halves[1], other[1]);
  return std::bit_cast<Word>(halves);
}

Word to_word(Element element, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(std::abs(number));
  switch (element) {
    case Element::real: return std::bit_cast<Word>(static_cast<double>(number));
    case Element::integer: return std::bit_cast<Word>(number);
    // The halves overlap by 8 bits, so together they have the 50 bits of a number.
    case Element::pair: return std::bit_cast<Word>(Halves{to_half(number, bits), to_half(number, bits >> 21)});
    // Place, rank and round in 29 bits, by a product with an odd number (Knuth, TAOCP 3, section 6.4).
    case Element::half: return std::bit_cast<Word>(Halves{to_half(number, bits * 0x9e3779b97f4a7c15 >> 35), 0});
  }
  return 0;
}

std::string describe(Element element, Word word) {
  const Halves halves = std::bit_cast<Halves>(word);
  if (element == Element::pair) return fmt::format("{} and {}", halves[0], halves[1]);
  if (element == Element::half) return fmt::format("{}, beside {}", halves[0], halves[1]);
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
