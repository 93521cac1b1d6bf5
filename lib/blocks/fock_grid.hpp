// Sums of contributions to F that do not depend on their order: integers on a grid of powers of two.
#pragma once

#include <cstdint>

#include "matrices/block_layout.hpp"

namespace fockproxy {

// Contributions are rounded to multiples of unit() and added up as 64-bit integers (docs: the same bits on every run).
// Where one word is too coarse, an element has two: the first counts multiples of unit(), the second what that leaves,
// in multiples of unit() / 2^low. The sums of either are added by themselves, and carried into each other once, at the
// end. Immutable; the same on every rank.
class FockGrid {
 public:
  // bound: of the sum of the sizes of all contributions to one element of F, hartree; finite, not negative.
  // contributions: to one element, at most. wanted: resolution() that one word must have to be taken, hartree.
  FockGrid(double bound, std::int64_t contributions, double wanted);

  double bound() const { return bound_; }
  double unit() const;  // hartree
  int words() const { return low_ == 0 ? 1 : 2; }
  // What rounding to the grid takes from an element, hartree: ten standard deviations of the sum of the contributions'
  // roundings, each of which is anywhere within half a unit; never more than if all of them were that large.
  double resolution() const { return rounding(contributions_, low_); }

  // Adds a block's contribution, rows x columns and row-major, to its sum, rows x (words() * columns): the first words
  // of a row come first. False if an element of it is larger than the bound or no number; it then adds nothing there.
  // Local; thread-safe.
  bool add(const double* contribution, int rows, int columns, std::int64_t* sum) const;
  // The nearest double to a sum, hartree. second: of two words.
  double hartree(std::int64_t first, std::int64_t second = 0) const;

 private:
  double rounding(std::int64_t contributions, int low) const;

  double bound_;
  std::int64_t contributions_;
  int exponent_;          // unit() = 2^exponent
  int low_ = 0;           // 0: one word
  double scale_, finer_;  // units of a hartree, and of the second word in a unit
};

}  // namespace fockproxy
