#include "fock/fock_bound.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/error.hpp"
#include "verification/neglected.hpp"

namespace fockproxy {

namespace {

// The bounds are for exact integrals, and the program adds approximate integrals.
constexpr double rounding_of_bounds = 1.001;
constexpr int fewest_blocks_for_two_words = 100;

}  // namespace

double fock_bound(const FockSystem& system, const QuartetScreen& screen) {
  const BasisSet& basis = system.basis();
  const int shells = basis.shells();
  const auto of_each = [&](auto value) {
    std::vector<double> values(static_cast<std::size_t>(shells));
    for (int s = 0; s < shells; ++s) values[static_cast<std::size_t>(s)] = value(s);
    return values;
  };
  // The sum over the functions of all shells.
  const auto sum = [&](auto term) {
    double total = 0;
    for (int k = 0; k < shells; ++k) total += basis.shell(k).functions() * term(k);
    return total;
  };
  const std::vector<double> largest = of_each([&](int k) {
    double most = 0;
    for (int g = 0; g < shells; ++g) most = std::max(most, screen.schwarz(k, g));
    return most;
  });
  const std::vector<double> through = of_each([&](int h) {
    return sum([&](int k) { return screen.exchange()(h, k) * largest[static_cast<std::size_t>(k)]; });
  });
  const std::vector<double> exchanges = of_each(
      [&](int f) { return sum([&](int h) { return screen.schwarz(f, h) * through[static_cast<std::size_t>(h)]; }); });
  const double exchange = shells == 0 ? 0 : *std::ranges::max_element(exchanges);
  const double coulomb =
      sum([&](int h) { return sum([&](int k) { return screen.schwarz(h, k) * screen.coulomb()(h, k); }); });
  return rounding_of_bounds * (screen.largest_schwarz() * coulomb + 2 * exchange);
}

// A block pair {X,Y} is bra or ket of at most as many tasks as there are pairs. As an exchange pair it occurs once for
// each partner of X and of Y, and twice if X or Y is its own partner. In the task (X Y|X Y) both cases occur twice.
std::int64_t most_contributions(int blocks) {
  const std::int64_t n = blocks;
  return n * (n + 1) / 2 + (n + 1) * (n + 1) + 2;
}

int expected_words(int blocks, const SumEntry& sum) {
  if (!sum.exact) return 0;
  return sum.wide || blocks >= fewest_blocks_for_two_words ? 2 : 1;
}

FockGrid fock_grid(const FockSystem& system, const QuartetScreen& screen, const SumEntry& sum) {
  const double bound = fock_bound(system, screen);
  if (!std::isfinite(bound)) throw AgreedComputationError("the density holds values that are not finite");
  const Neglected nothing{.updates = largest_updates(screen, system.basis().shells())};
  return {bound, most_contributions(system.partition.blocks()), sum.wide ? 0 : 0.25 * nothing.rounding()};
}

}  // namespace fockproxy
