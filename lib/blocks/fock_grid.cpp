#include "blocks/fock_grid.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "blocks/grid_rounding.hpp"

namespace fockproxy {

namespace {

// The sum of all contributions is at most 2^62 units plus half a unit per contribution. This is less than 2^63.
constexpr int bound_bits = 62;
// A grid finer than the last bit of the smallest normal doubles would be useless.
constexpr int least_exponent = -1000;

__extension__ using Wide = __int128;

}  // namespace

FockGrid::FockGrid(double bound, std::int64_t contributions, double wanted)
    : bound_(bound), contributions_(std::max<std::int64_t>(contributions, 1)) {
  assert(std::isfinite(bound) && bound >= 0 && contributions_ < std::int64_t{1} << 40);
  int above = 0;  // bound <= 2^above
  std::frexp(bound, &above);
  exponent_ = std::max(above - bound_bits, least_exponent);
  // A remainder is at most one unit. One unit is 2^low of the second word, which adds up one remainder per
  // contribution.
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
  static const GridRounding& rounding = grid_roundings().back();
  if (words() == 1) return rounding.add(contribution, std::int64_t{rows} * columns, scale_, sum);
  bool within = true;
  for (int r = 0; r < rows; ++r, contribution += columns, sum += std::ptrdiff_t{2} * columns)
    within &= rounding.add_in_two(contribution, columns, {scale_, finer_}, sum, sum + columns);
  return within;
}

double FockGrid::hartree(std::int64_t first, std::int64_t second) const {
  const Wide sum = (static_cast<Wide>(first) << low_) + second;
  return std::ldexp(static_cast<double>(sum), exponent_ - low_);
}

}  // namespace fockproxy
