// The words on both sides of the transfers of a round: as they are filled, and as they must be afterwards.
#pragma once

#include <string>
#include <vector>

#include "onesided/mover.hpp"
#include "onesided/traffic_pattern.hpp"

namespace fockproxy::onesided {

// What a round moves: `slots` transfers of one footprint by every origin, each with places of its own on both sides,
// never two in one cache line, all of them once or (warm) twice.
struct RoundShape {
  const OperationEntry& operation;
  const Footprint& footprint;
  TrafficPattern traffic;
  int slots = 1;
  bool warm = false;

  int passes() const { return warm ? 2 : 1; }
  // Words between the beginnings of slots: at the target whole rows of row_words(), so that a matrix can hold them.
  std::size_t slot_words() const;
  std::size_t row_words() const;
  std::size_t buffer_words() const;  // at the origin
  std::size_t segment_words() const { return slot_words() * static_cast<std::size_t>(slots * traffic.parts()); }
};

// One rank's segment and buffers. Local; not thread-safe.
class Field {
 public:
  Field(const RoundShape& shape, int rank);

  // Before a round; nobody may move anything meanwhile.
  void fill(Mover& mover, int round);
  // The buffers for a pass: fill() did those of the first.
  void fill_buffers(int round, int pass);
  // The transfer of this rank in a slot. The target is at least 0.
  Transfer transfer(int slot);

  // "" or the first word that is not as it must be: of what was fetched in a pass, looked at as soon as the library
  // says that it is here; and of the segment, gaps between transfers included, when all is complete everywhere.
  std::string fetched_fault(int round, int pass) const;
  std::string segment_fault(Mover& mover, int round);

 private:
  struct Slot {
    int origin, slot;
  };
  std::int64_t sent_number(Slot at, int round, int pass, std::size_t place) const;
  std::size_t first_of(Slot at) const;
  // Does to the slot's words at the target what so many passes must, and tells what the last one must have fetched.
  void apply(Slot at, int round, int passes, std::span<std::int64_t> memory, std::span<std::int64_t> fetched) const;

  RoundShape shape_;
  int rank_;
  std::size_t slot_words_, buffer_words_;
  std::vector<Word> sent_, fetched_, compared_;
  std::vector<std::int64_t> memory_;  // what the segment must hold
};

}  // namespace fockproxy::onesided
