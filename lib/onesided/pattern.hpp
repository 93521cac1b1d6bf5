// The content of segments and buffers. Each 8-byte word identifies its place, rank and round, so a lost, late or
// misplaced word never equals the right one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace fockproxy::onesided {

using Word = std::uint64_t;  // the bits of a double or of an integer
enum class Element { real, integer };

// The words are whole numbers of at most 50 bits, so sums of a few of them are exact in a double too.
inline constexpr std::size_t most_words = std::size_t{1} << 25;  // of a segment: 256 MB

inline constexpr std::int64_t number_of(std::size_t place, int rank, int round) {
  return 1 + static_cast<std::int64_t>(place) + (std::int64_t{rank % 1024} << 25) + (std::int64_t{round % 16384} << 35);
}
// The number in a segment before the transfers of a round. It is negative, unlike each number that is sent.
inline constexpr std::int64_t before(std::size_t place, int owner, int round) {
  return -number_of(place, owner, round);
}
// The number in a buffer to which no transfer has fetched a word.
inline constexpr std::int64_t untouched = -(std::int64_t{1} << 51);

inline Word to_word(Element element, std::int64_t number) {
  return element == Element::real ? std::bit_cast<Word>(static_cast<double>(number)) : std::bit_cast<Word>(number);
}

// The number in words: "-1234 (before round 2: rank 1, place 17)", or the bits if it is not one of these numbers.
// Local.
std::string describe(Element element, Word word);

}  // namespace fockproxy::onesided
