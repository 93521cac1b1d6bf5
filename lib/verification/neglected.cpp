#include "verification/neglected.hpp"

#include <algorithm>
#include <cmath>

#include "support/random.hpp"
#include "tasks/mixed_precision.hpp"

namespace fockproxy {

namespace {

// By how much of its bound t a quartet may be wrong: all of it where it is dropped.
double wrong_part(const QuartetScreen& screen, int a, int b, int c, int d) {
  const double bound = screen.bound(a, b, c, d);
  return bound < screen.threshold() ? 1 : bound < screen.single_below() ? single_rounding : 0;
}

// The sum of squares of what may be wrong of (ab|cd), c >= d.
double coulomb_part(const QuartetScreen& screen, int shells, int a, int b) {
  double sum = 0;
  for (int c = 0; c < shells; ++c)
    for (int d = 0; d <= c; ++d) {
      const double wrong = wrong_part(screen, a, b, c, d);
      if (wrong == 0) continue;
      const double t =
          wrong * screen.schwarz(a, b) * screen.schwarz(c, d) * screen.coulomb()(c, d) * (c == d ? 0.5 : 1.0);
      sum += t * t;
    }
  return sum;
}

// The same of (ac|bd), all c and d.
double exchange_part(const QuartetScreen& screen, int shells, int a, int b) {
  double sum = 0;
  for (int c = 0; c < shells; ++c)
    for (int d = 0; d < shells; ++d) {
      const double wrong = wrong_part(screen, a, c, b, d);
      if (wrong == 0) continue;
      const double t = wrong * screen.schwarz(a, c) * screen.schwarz(b, d) * screen.exchange()(c, d);
      sum += t * t;
    }
  return sum;
}

// Of the element that all the Coulomb updates of the molecule reach with the largest bound.
double largest_updates(const QuartetScreen& screen) {
  return screen.largest_schwarz() * screen.schwarz().cwiseProduct(screen.coulomb()).sum() / 2;
}

}  // namespace

Neglected neglected(const Communicator& comm, const QuartetScreen& screen, int shells, double primitives,
                    std::uint64_t seed, double operations) {
  const std::int64_t pairs = std::int64_t{shells} * (shells + 1) / 2;
  const double per_pair = 1.5 * shells * shells;
  const auto affordable = static_cast<std::int64_t>(operations / per_pair) * comm.size();
  const std::int64_t wanted = std::min(pairs, std::max<std::int64_t>(32, affordable));
  double largest = 0;
  std::uint64_t random = hash_append(seed, 3);
  for (std::int64_t n = 0; n < wanted; ++n) {
    random = hash64(random);
    if (n % comm.size() != comm.rank()) continue;
    // All pairs in turn, or pairs by chance.
    std::int64_t index = wanted == pairs ? n : static_cast<std::int64_t>(random % static_cast<std::uint64_t>(pairs));
    const int a = static_cast<int>((std::sqrt(8.0 * static_cast<double>(index) + 1) - 1) / 2);
    index -= std::int64_t{a} * (a + 1) / 2;
    const int b = static_cast<int>(std::clamp<std::int64_t>(index, 0, a));
    largest = std::max(largest, coulomb_part(screen, shells, a, b) + exchange_part(screen, shells, a, b));
  }
  return {std::sqrt(comm.max(largest)), wanted, primitives, largest_updates(screen)};
}

}  // namespace fockproxy
