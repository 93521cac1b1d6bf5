#include "verification/bound_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/clock.hpp"
#include "support/random.hpp"
#include "verification/integral_rounding.hpp"
#include "verification/worst_deviation.hpp"

namespace fockproxy {

namespace {

constexpr double absolute_rounding = 1e-14;  // hartree: (ab|ab) is a difference of larger terms

constexpr std::size_t seen = 0;  // index of the counts of WorstDeviation used here

Check judged(const WorstDeviation& worst, std::string name, const std::string& unit) {
  return {std::move(name), worst.deviation(), worst.allowed(),
          worst.deviation() <= worst.allowed() ? fmt::format("{}: {}", unit, worst.count[seen]) : worst.place()};
}

}  // namespace

Check check_schwarz_bounds(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                           const Effort& effort, Coverage& coverage) {
  const double start = now();
  const auto shells = static_cast<std::uint64_t>(engine.basis().shells());
  const auto pairs = static_cast<std::int64_t>(shells * (shells + 1) / 2);
  WorstDeviation worst;
  std::uint64_t random = hash_append(effort.random, comm.rank());
  for (auto& n = worst.count[seen]; n < pairs && (n < effort.at_least || now() - start < effort.seconds); ++n) {
    random = hash64(random);
    const int x = static_cast<int>(random % shells), y = static_cast<int>((random >> 32) % shells);
    const int a = std::max(x, y), b = std::min(x, y);
    const double exact = engine.schwarz(a, b), bound = screen.schwarz(a, b);
    const double too_small = std::max(0.0, exact * exact - absolute_rounding - bound * bound);
    if (worst.add(too_small / std::max(bound * bound, absolute_rounding), bound_rounding))
      worst.set_place(fmt::format("(ab|ab) of shells {} and {} is larger than the square of its bound", a, b));
  }
  worst = worst.over(comm);
  coverage.bounds_recomputed += worst.count[seen];
  return judged(worst, "Schwarz bounds against Libint", "pairs recomputed");
}

Check check_dropped_quartets(const Communicator& comm, ExactEngine& engine, const QuartetScreen& screen,
                             const std::vector<BoundedPair>& pairs, const Effort& effort, Coverage& coverage) {
  const double start = now();
  const BasisSet& basis = engine.basis();
  const double largest_density = screen.coulomb().maxCoeff();
  WorstDeviation worst;
  std::uint64_t random = hash_append(effort.random, comm.rank());
  // Few small molecules drop any quartets, so the tries are counted too.
  for (std::int64_t tries = 0; tries < 8 * effort.at_least || now() - start < effort.seconds; ++tries) {
    if (tries >= 1000 && worst.count[seen] == 0) break;
    const auto next = [&] { return random = hash64(random); };
    const BoundedPair& bra = pairs[next() % pairs.size()];
    // Chooses the bound of the ket so that the quartet is between a thousandth and all of the threshold, for any
    // density.
    const double from_density =
        std::pow(largest_density / std::max(screen.coulomb()(bra.a, bra.b), 1e-12), unit_interval(next()));
    const double largest = std::max(screen.coulomb()(bra.a, bra.b), 1e-12) * from_density;
    const double wanted = screen.threshold() * std::pow(1e-3, unit_interval(next())) / (bra.schwarz * largest + 1e-300);
    const auto at = std::ranges::lower_bound(pairs, wanted, {}, &BoundedPair::schwarz) - pairs.begin();
    const auto spread = static_cast<std::ptrdiff_t>(next() % 9) - 4;
    const BoundedPair& ket = pairs[static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(at + spread, 0, static_cast<std::ptrdiff_t>(pairs.size()) - 1))];
    if (screen.keeps(bra.a, bra.b, ket.a, ket.b)) continue;
    double found = 0;
    if (const double* v = engine.compute(bra.a, bra.b, ket.a, ket.b)) {
      const int size = basis.integrals(bra.a, bra.b, ket.a, ket.b);
      for (int i = 0; i < size; ++i) found = std::max(found, std::abs(v[i]));
    }
    ++worst.count[seen];
    if (worst.add(found * screen.density(bra.a, bra.b, ket.a, ket.b), (1 + bound_rounding) * screen.threshold()))
      worst.set_place(
          fmt::format("quartet ({} {}|{} {}) was dropped and should not have been", bra.a, bra.b, ket.a, ket.b));
  }
  worst = worst.over(comm);
  coverage.dropped_recomputed += worst.count[seen];
  return judged(worst, "dropped quartets against Libint", "recomputed");
}

}  // namespace fockproxy
