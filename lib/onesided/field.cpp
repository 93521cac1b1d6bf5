#include "onesided/field.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fockproxy::onesided {
namespace {

constexpr std::size_t line_words = 8;  // per cache line

// Rounds up to whole cache lines, with at least one word that no transfer touches.
std::size_t apart(std::size_t words) { return (words + line_words) / line_words * line_words; }

}  // namespace

std::size_t RoundShape::slot_words() const {
  const Footprint& footprint = the_case.footprint;
  if (const auto stride = footprint.stride()) return *stride * footprint.segments().size();
  return apart(footprint.extent());
}
std::size_t RoundShape::row_words() const { return the_case.footprint.stride().value_or(slot_words()); }
std::size_t RoundShape::buffer_words() const { return apart(the_case.footprint.buffer_words()); }

Field::Field(const RoundShape& shape, int rank)
    : shape_(shape),
      case_(shape.the_case),
      effect_(case_.operation->effect),
      element_(case_.element()),
      rank_(rank),
      slot_words_(shape.slot_words()),
      buffer_words_(shape.buffer_words()) {
  if (case_.traffic.takes_part(rank)) memory_.resize(shape.segment_words());
  if (!case_.traffic.is_origin(rank)) return;
  const std::size_t words = buffer_words_ * static_cast<std::size_t>(shape.slots);
  if (sends_words(effect_)) sent_.resize(words);
  if (returns_words(effect_)) fetched_.resize(words);
  if (effect_ == Effect::swap) compared_.resize(words);
}

std::size_t Field::first_of(Slot at) const {
  return slot_words_ * static_cast<std::size_t>(case_.traffic.part_of(at.origin) * shape_.slots + at.slot);
}

std::int64_t Field::sent_number(Slot at, int round, int pass, std::size_t place) const {
  const std::int64_t number =
      number_of(static_cast<std::size_t>(at.slot) * buffer_words_ + place, at.origin, 2 * round + pass);
  if (case_.combination == Combination::min) return lowered(number);
  return case_.operation->narrow ? number & 0x3fffffff : number;
}

void Field::fill(Mover& mover, int round) {
  mover.begin_access();
  const std::span<Word> own = mover.own();
  for (std::size_t i = 0; i < memory_.size(); ++i) own[i] = memory_[i] = to_word(element_, before(i, rank_, round));
  mover.end_access();
  fill_buffers(round, 0);
}

void Field::fill_buffers(int round, int pass) {
  std::ranges::fill(fetched_, to_word(element_, untouched));
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    const Slot at{rank_, static_cast<int>(i / buffer_words_)};
    const std::size_t place = i % buffer_words_;
    sent_[i] = to_word(element_, sent_number(at, round, pass, place));
    if (compared_.empty()) continue;
    const int target = case_.traffic.target_of(rank_, at.slot);
    compared_[i] = to_word(
        element_, pass == 0 ? before(first_of(at) + place, target, round) : sent_number(at, round, pass - 1, place));
  }
}

Transfer Field::transfer(int slot) {
  const std::size_t place = static_cast<std::size_t>(slot) * buffer_words_;
  const auto at = [place](std::vector<Word>& buffer) { return buffer.empty() ? nullptr : buffer.data() + place; };
  return {case_.traffic.target_of(rank_, slot),
          first_of({rank_, slot}),
          &case_.footprint,
          at(sent_),
          at(fetched_),
          at(compared_)};
}

void Field::apply(Slot at, int round, int passes, std::span<Word> memory, std::span<Word> fetched) const {
  // What a compare-and-swap finds is what it compares with, so it replaces.
  const bool replaces = effect_ == Effect::store || effect_ == Effect::swap;
  const Combination combination = replaces ? Combination::replace : case_.combination;
  for (int pass = 0; pass < passes; ++pass)
    case_.footprint.for_each([&](const Segment& segment, std::size_t place) {
      for (std::size_t i = 0; i < segment.words; ++i) {
        Word& word = memory[segment.first + i];
        if (!fetched.empty()) fetched[place + i] = word;
        if (effect_ != Effect::fetch)
          word = combined(element_, combination, word, to_word(element_, sent_number(at, round, pass, place + i)));
      }
    });
}

std::string Field::fetched_fault(int round, int pass) const {
  if (fetched_.empty()) return "";
  std::vector<Word> memory(case_.footprint.extent());
  for (int slot = 0; slot < shape_.slots; ++slot) {
    const Slot at{rank_, slot};
    const int target = case_.traffic.target_of(rank_, slot);
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = to_word(element_, before(first_of(at) + i, target, round));
    std::vector<Word> right(buffer_words_, to_word(element_, untouched));
    apply(at, round, pass + 1, memory, right);
    const Word* const seen = fetched_.data() + static_cast<std::size_t>(slot) * buffer_words_;
    for (std::size_t i = 0; i < right.size(); ++i)
      if (seen[i] != right[i])
        return fmt::format("round {}, transfer {} from rank {}: word {} of the buffer is {}, not {}", round, slot,
                           target, i, describe(element_, seen[i]), describe(element_, right[i]));
  }
  return "";
}

std::string Field::segment_fault(Mover& mover, int round) {
  for (int origin = 0; origin < case_.traffic.ranks; ++origin)
    for (int slot = 0; slot < shape_.slots; ++slot)
      if (case_.traffic.target_of(origin, slot) == rank_)
        apply({origin, slot}, round, shape_.passes(),
              std::span(memory_).subspan(first_of({origin, slot}), case_.footprint.extent()), {});
  std::string fault;
  mover.begin_access();
  const std::span<const Word> own = mover.own();
  for (std::size_t i = 0; i < memory_.size() && fault.empty(); ++i)
    if (own[i] != memory_[i])
      fault = fmt::format("round {}, segment of rank {}: word {} is {}, not {}", round, rank_, i,
                          describe(element_, own[i]), describe(element_, memory_[i]));
  mover.end_access();
  return fault;
}

}  // namespace fockproxy::onesided
