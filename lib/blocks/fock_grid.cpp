#include "blocks/fock_grid.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace fockproxy {

namespace {

// The sum of all contributions is at most 2^62 units and half a unit for each of them: less than 2^63.
constexpr int bound_bits = 62;
constexpr double largest = 0x1p62;
// A grid that is finer than the last bit of the smallest normal doubles would have no use.
constexpr int least_exponent = -1000;

// To the nearest integer; of |x| <= 2^62. With 0.5 itself, rounding of the sum would take 0.5 - 2^-54 to 1, and odd
// integers above 2^52 to the next.
std::int64_t rounded(double x) { return static_cast<std::int64_t>(x + std::copysign(0.5 - 0x1p-54, x)); }

__extension__ using Wide = __int128;

}  // namespace

FockGrid::FockGrid(double bound, std::int64_t contributions, double wanted)
    : bound_(bound), contributions_(std::max<std::int64_t>(contributions, 1)) {
  assert(std::isfinite(bound) && bound >= 0 && contributions_ < std::int64_t{1} << 40);
  int above = 0;  // bound <= 2^above
  std::frexp(bound, &above);
  exponent_ = std::max(above - bound_bits, least_exponent);
  // A remainder is at most one unit: 2^low of the second word, added so many times.
  if (resolution() > wanted) low_ = bound_bits - std::bit_width(static_cast<std::uint64_t>(contributions_));
  scale_ = std::ldexp(1.0, -exponent_);
  finer_ = std::ldexp(1.0, low_);
}

double FockGrid::unit() const { return std::ldexp(1.0, exponent_); }

double FockGrid::rounding(std::int64_t contributions, int low) const {
  const auto n = static_cast<double>(contributions);
  return std::ldexp(std::min(0.5 * n, 10 * std::sqrt(n / 12)), exponent_ - low);
}

bool FockGrid::add(const double* contribution, int rows, int columns, std::int64_t* sum) const {
  bool within = true;
  const auto in_units = [&](double x) {
    const double units = x * scale_;
    const bool fits = std::abs(units) <= largest;  // false also for what is no number
    within &= fits;
    return fits ? units : 0.0;
  };
  if (words() == 1) {
    const std::int64_t n = std::int64_t{rows} * columns;
    for (std::int64_t e = 0; e < n; ++e) sum[e] += rounded(in_units(contribution[e]));
    return within;
  }
  for (int r = 0; r < rows; ++r, contribution += columns, sum += std::ptrdiff_t{2} * columns)
    for (int c = 0; c < columns; ++c) {
      const double units = in_units(contribution[c]);
      const std::int64_t whole = rounded(units);
      sum[c] += whole;
      sum[columns + c] += rounded((units - static_cast<double>(whole)) * finer_);
    }
  return within;
}

double FockGrid::hartree(std::int64_t first, std::int64_t second) const {
  const Wide sum = (static_cast<Wide>(first) << low_) + second;
  return std::ldexp(static_cast<double>(sum), exponent_ - low_);
}

}  // namespace fockproxy
