// The largest of many deviations, on one rank and then over all ranks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "parallel/communicator.hpp"

namespace fockproxy {

// Keeps the deviation that is largest relative to the allowed one, and several counts. Trivially copyable with its
// text, so that ranks send it as bytes.
class WorstDeviation {
 public:
  static constexpr std::size_t longest = 143;  // characters of a place; longer text is cut
  static constexpr std::size_t counts = 4;

  // Returns true if it is the largest so far, and always for the first one; then `place` may be set. NaN counts as
  // infinite.
  bool add(double deviation, double allowed);
  void set_place(std::string_view place);

  double deviation() const { return deviation_; }
  double allowed() const { return allowed_; }
  double ratio() const;
  std::string place() const { return place_.data(); }
  std::array<std::int64_t, counts> count{};  // for any use of the caller; summed over the ranks

  // Collective, one MPI_Allgather. The largest deviation of all ranks, the same on every rank. Of equal ones, that of
  // the lowest rank.
  WorstDeviation over(const Communicator& comm) const;

 private:
  double deviation_ = 0, allowed_ = 1;
  bool any_ = false;
  std::array<char, longest + 1> place_{};
};

}  // namespace fockproxy
