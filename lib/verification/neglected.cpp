#include "verification/neglected.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <tuple>
#include <vector>

#include "support/random.hpp"
#include "tasks/quartet_screen.hpp"

namespace fockproxy {

namespace {

// The part of its bound by which a quartet may be wrong: all of it if it is dropped.
double wrong_part(const QuartetScreen& screen, int a, int b, int c, int d) {
  const double bound = screen.bound(a, b, c, d);
  return bound < screen.threshold() ? 1 : bound < screen.single_below() ? single_rounding : 0;
}

// The sum of the squares of possible errors from (ab|cd), c >= d.
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

// The same for (ac|bd), all c and d.
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

// The Coulomb updates Q_cd 4|D_cd| of the molecule, binned by size. They give what screening drops of an element
// without a loop over all pairs.
class UpdateSizes {
 public:
  UpdateSizes(const QuartetScreen& screen, int shells) {
    for (int c = 0; c < shells; ++c)
      for (int d = 0; d <= c; ++d) {
        const double update = screen.schwarz(c, d) * screen.coulomb()(c, d) * (c == d ? 0.5 : 1.0);
        sum_ += update;
        squares_[octave(update)] += update * update;
      }
    for (std::size_t i = 1; i < squares_.size(); ++i) squares_[i] += squares_[i - 1];
  }
  double sum() const { return sum_; }
  // The sum of squares of the updates that an element with bound `schwarz` may miss, within a factor of a few.
  double dropped(double schwarz, double threshold) const {
    return schwarz > 0 ? schwarz * schwarz * squares_[octave(threshold / schwarz)] : 0;
  }

 private:
  static constexpr int smallest = -200, largest = 100;  // powers of two
  static std::size_t octave(double x) {
    return static_cast<std::size_t>(x > 0 ? std::clamp(std::ilogb(x), smallest, largest) - smallest : 0);
  }
  std::array<double, largest - smallest + 1> squares_{};
  double sum_ = 0;
};

struct ShellPairAt {
  int a, b;
};

ShellPairAt pair_at(std::int64_t index) {
  const int a = static_cast<int>((std::sqrt(8.0 * static_cast<double>(index) + 1) - 1) / 2);
  return {a, static_cast<int>(std::clamp<std::int64_t>(index - std::int64_t{a} * (a + 1) / 2, 0, a))};
}

// Among every `stride`th row of shells from `first`: the `count` pairs of which screening drops most, by the estimate.
std::vector<ShellPairAt> most_dropped(const QuartetScreen& screen, const UpdateSizes& updates, int first, int stride,
                                      int shells, std::size_t count) {
  using Estimate = std::tuple<double, int, int>;                              // and the pair
  std::priority_queue<Estimate, std::vector<Estimate>, std::greater<>> most;  // the smallest on top
  for (int a = first; a < shells; a += stride)
    for (int b = 0; b <= a; ++b) {
      const double dropped = updates.dropped(screen.schwarz(a, b), screen.threshold());
      if (most.size() == count && dropped <= std::get<0>(most.top())) continue;
      if (most.size() == count) most.pop();
      most.emplace(dropped, a, b);
    }
  std::vector<ShellPairAt> pairs;
  for (; !most.empty(); most.pop()) pairs.push_back({std::get<1>(most.top()), std::get<2>(most.top())});
  return pairs;
}

double largest_density(const QuartetScreen& screen, int shells) {
  double largest = 0;
  for (int c = 0; c < shells; ++c)
    for (int d = 0; d <= c; ++d) largest = std::max(largest, screen.exchange()(c, d));
  return largest;
}

}  // namespace

double largest_updates(const QuartetScreen& screen, int shells) {
  return screen.largest_schwarz() * UpdateSizes(screen, shells).sum();
}

Neglected neglected(const Communicator& comm, const QuartetScreen& screen, int shells, double primitives,
                    std::uint64_t seed, double operations) {
  const UpdateSizes updates(screen, shells);
  const std::int64_t pairs = std::int64_t{shells} * (shells + 1) / 2;
  const double per_pair = 1.5 * shells * shells;
  constexpr double always = 1e6;  // 2 ms, even for builds that are shorter
  const auto affordable = static_cast<std::int64_t>(std::max(operations, always) / per_pair);
  // On every rank, half of the pairs are those of which most is dropped; the other half is random.
  const std::int64_t half = std::max<std::int64_t>((15 + comm.size()) / comm.size(), affordable / 2);
  double largest = 0;
  const auto look_at = [&](ShellPairAt pair) {
    largest =
        std::max(largest, coulomb_part(screen, shells, pair.a, pair.b) + exchange_part(screen, shells, pair.a, pair.b));
  };
  const bool all = 2 * half * comm.size() >= pairs;
  if (all) {
    for (std::int64_t n = comm.rank(); n < pairs; n += comm.size()) look_at(pair_at(n));
  } else {
    for (const ShellPairAt pair :
         most_dropped(screen, updates, comm.rank(), comm.size(), shells, static_cast<std::size_t>(half)))
      look_at(pair);
    std::uint64_t random = hash_append(seed, 3 + static_cast<std::uint64_t>(comm.rank()));
    for (std::int64_t n = 0; n < half; ++n) {
      random = hash64(random);
      look_at(pair_at(static_cast<std::int64_t>(random % static_cast<std::uint64_t>(pairs))));
    }
  }
  const double all_updates = screen.largest_schwarz() * updates.sum();
  return {std::sqrt(comm.max(largest)), all ? pairs : 2 * half * comm.size(),
          primitives * std::max(1.0, largest_density(screen, shells)), all_updates};
}

}  // namespace fockproxy
