// The words on both sides of the transfers of a round: their values at the start, and the values that they must have
// after.
#pragma once

#include <string>
#include <vector>

#include "onesided/transfer_case.hpp"

namespace fockproxy::onesided {

// The transfers of a round: each origin makes `slots` transfers of a case. Each transfer has its own words on both
// sides, and two transfers never share a cache line. All transfers are made once, or twice (warm).
struct RoundShape {
  const TransferCase& the_case;
  int slots = 1;

  int passes() const { return the_case.warm ? 2 : 1; }
  // Words between the beginnings of consecutive slots. At the target these are whole rows of row_words(), so that a
  // matrix can hold them.
  std::size_t slot_words() const;
  std::size_t row_words() const;
  std::size_t buffer_words() const;  // at the origin
  std::size_t segment_words() const {
    return slot_words() * static_cast<std::size_t>(slots * the_case.traffic.parts());
  }
};

// The segment and the buffers of one rank. Local; not thread-safe.
class Field {
 public:
  Field(const RoundShape& shape, int rank);

  // Fills the segment and the buffers before a round. No rank may transfer words during this.
  void fill(Mover& mover, int round);
  // Fills the buffers for a pass. fill() does so for the first pass.
  void fill_buffers(int round, int pass);
  // The transfer of this rank in a slot. Its target must be at least 0.
  Transfer transfer(int slot);

  // Both return "" or a description of the first wrong word. fetched_fault() checks the words that a pass fetched, as
  // soon as the library reports completion. segment_fault() checks the segment, including the gaps between transfers,
  // after completion on all ranks.
  std::string fetched_fault(int round, int pass) const;
  std::string segment_fault(Mover& mover, int round);

 private:
  struct Slot {
    int origin, slot;
  };
  std::int64_t sent_number(Slot at, int round, int pass, std::size_t place) const;
  std::size_t first_of(Slot at) const;
  // Applies `passes` passes to the words of the slot at the target, and sets the words that the last pass must have
  // fetched.
  void apply(Slot at, int round, int passes, std::span<Word> memory, std::span<Word> fetched) const;

  RoundShape shape_;
  const TransferCase& case_;
  Effect effect_;
  Element element_;
  int rank_;
  std::size_t slot_words_, buffer_words_;
  std::vector<Word> sent_, fetched_, compared_;
  std::vector<Word> memory_;  // what the segment must hold
};

}  // namespace fockproxy::onesided
