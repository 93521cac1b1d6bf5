// The worst of many deviations, on one rank and then over all of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Keeps the deviation that is largest relative to what is allowed, and counts along. Trivially copyable, text included,
// so that ranks send it as bytes.
class WorstDeviation {
 public:
  static constexpr std::size_t longest = 143;  // characters of a place; the rest is cut off
  static constexpr std::size_t counts = 4;

  // True if it is the worst so far, the first one always: then `place` may be set. Not a number is infinitely wrong.
  bool add(double deviation, double allowed);
  void set_place(std::string_view place);

  double deviation() const { return deviation_; }
  double allowed() const { return allowed_; }
  double ratio() const;
  std::string place() const { return place_.data(); }
  std::array<std::int64_t, counts> count{};  // of what the user likes; summed over the ranks

  // Collective, one MPI_Allgather: the worst of all ranks, the lowest rank's of equals, the same on every rank.
  WorstDeviation over(const Communicator& comm) const;

 private:
  double deviation_ = 0, allowed_ = 1;
  bool any_ = false;
  std::array<char, longest + 1> place_{};
};

}  // namespace fockproxy
