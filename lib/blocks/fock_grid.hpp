// Sums of contributions to F that do not depend on their order: integers on a grid of powers of two.
#pragma once

#include <cstdint>

#include "matrices/block_layout.hpp"

namespace fockproxy {

// Contributions are rounded to multiples of unit() and added up as 64-bit integers (docs: the same bits on every run).
// If one word is too coarse, an element has two words. The first counts multiples of unit(), and the second counts the
// remainder in multiples of unit() / 2^low. The two words are summed separately, and combined once at the end.
// Immutable; the same on every rank.
class FockGrid {
 public:
  // bound: of the sum of the absolute contributions to one element of F, hartree; finite, not negative. contributions:
  // the largest number of contributions to one element. wanted: the largest resolution() for which one word is enough,
  // hartree.
  FockGrid(double bound, std::int64_t contributions, double wanted);

  double bound() const { return bound_; }
  double unit() const;  // hartree
  int words() const { return low_ == 0 ? 1 : 2; }
  // The estimated error of an element from rounding to the grid, hartree. It is ten standard deviations of the sum of
  // the rounding errors, each of which is uniform within half a unit. It is at most the sum of the largest errors.
  double resolution() const { return rounding(contributions_, low_); }

  // Adds the contribution to a block, rows x columns and row-major, to its sum, rows x (words() * columns). In each row
  // of the sum the first words come first. Returns false if an element is larger than the bound or not a number, and
  // adds nothing for that element. Local; thread-safe.
  bool add(const double* contribution, int rows, int columns, std::int64_t* sum) const;
  // The nearest double to a sum, hartree. second: the second word, if there are two.
  double hartree(std::int64_t first, std::int64_t second = 0) const;

 private:
  double rounding(std::int64_t contributions, int low) const;

  double bound_;
  std::int64_t contributions_;
  int exponent_;          // unit() = 2^exponent
  int low_ = 0;           // 0: one word
  double scale_, finer_;  // units per hartree, and units of the second word per unit
};

}  // namespace fockproxy
