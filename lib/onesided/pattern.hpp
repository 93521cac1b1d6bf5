// The content of segments and buffers. Each 8-byte word identifies its place, rank and round, so a lost, late or
// misplaced word never equals the right one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fockproxy::onesided {

using Word = std::uint64_t;  // the bits of its elements

// The elements of a word: a double, an int64, two of int32, or one int32 in its first half beside a half that no
// operation touches.
enum class Element { real, integer, pair, half };
std::string_view datatype_of(Element element);  // "double", "int64", "int32"
inline std::size_t bytes_of(Element element) { return element == Element::half ? sizeof(Word) / 2 : sizeof(Word); }

// How an operation combines the element at the target with that of the origin: MPI_SUM, MPI_REPLACE, MPI_NO_OP,
// MPI_MIN, MPI_MAX (MPI-4.0 sections 6.9.2, 12.3.4).
enum class Combination { sum, replace, no_op, min, max };
inline constexpr std::string_view combination_names[] = {"sum", "replace", "no_op", "min", "max"};
inline std::string_view to_string(Combination combination) { return combination_names[static_cast<int>(combination)]; }
Word combined(Element element, Combination combination, Word there, Word sent);

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
// The number that the origin sends with MPI_MIN in place of `number`: less than each number in a segment and than
// `untouched`.
inline constexpr std::int64_t lowered(std::int64_t number) { return untouched - number; }

// The elements of a word that represents a number. An int32 has 30 bits of the number. It keeps the order between
// numbers of different kinds: sent, before, lowered.
Word to_word(Element element, std::int64_t number);

// Text for a word: "-1234 (in the segment of rank 1, round 2, place 17)". The explanation in parentheses is missing for
// int32 and for numbers of no kind above.
std::string describe(Element element, Word word);

}  // namespace fockproxy::onesided
