#include "fock/density_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chem/contraction_groups.hpp"
#include "verification/worst_deviation.hpp"

namespace fockproxy {

namespace {

// The functions of two contraction groups, or of two shells, for both spins.
struct SpinBlocks {
  const Matrix& panel;
  int row, column, rows, columns;
  int spins, other_spin;  // other_spin: columns from one spin to the other

  auto spin(int s) const { return panel.block(row, column + s * other_spin, rows, columns); }
  double exchange() const {
    const double one = spin(0).cwiseAbs().maxCoeff();
    return spins == 1 ? one : std::max(one, spin(1).cwiseAbs().maxCoeff());
  }
  double coulomb() const { return spins == 1 ? exchange() : 0.5 * (spin(0) + spin(1)).cwiseAbs().maxCoeff(); }
};

// Calls f(first shell, last shell) for the contraction groups of a block. No block splits a group.
template <class F>
void for_groups(const std::vector<int>& groups, const BlockPartition& partition, int block, F f) {
  auto group = std::ranges::lower_bound(groups, partition.first_shell(block));
  for (; *group < partition.last_shell(block); ++group) f(*group, *(group + 1));
}

}  // namespace

DensityTables::DensityTables(const Communicator& world, int shells)
    : world_(world), coulomb_(world, shells), exchange_(world, shells) {}

void DensityTables::fill(const FockSystem& system, const Ownership& ownership, const Matrix& panel) {
  const BlockPartition& partition = system.partition;
  const BlockLayout layout = system.layout();
  const std::vector<int> groups = contraction_groups(system.basis());
  const auto functions = [&](int first, int last) {
    int n = 0;
    for (int s = first; s < last; ++s) n += system.basis().shell(s).functions();
    return n;
  };
  Eigen::Map<Matrix> coulomb = coulomb_.begin(), exchange = exchange_.begin();
  // Every pair of shells is in one rank's panel.
  ownership.for_blocks(layout, world_.rank(), [&](int i, int j, int row, int column) {
    for_groups(groups, partition, i, [&](int a, int last_a) {
      for_groups(groups, partition, j, [&](int b, int last_b) {
        const SpinBlocks density{panel,
                                 row + partition.offset_in_block(a),
                                 column + partition.offset_in_block(b),
                                 functions(a, last_a),
                                 functions(b, last_b),
                                 system.spins,
                                 layout.rows(j)};
        coulomb.block(a, b, last_a - a, last_b - b).setConstant(4 * density.coulomb());
        exchange.block(a, b, last_a - a, last_b - b).setConstant(density.exchange());
      });
    });
  });
  coulomb_.finish();
  exchange_.finish();
}

Check check_density_tables(const Communicator& world, const FockSystem& system, const Ownership& ownership,
                           const Matrix& panel, const QuartetScreen& screen) {
  const BlockLayout layout = system.layout();
  const BlockPartition& partition = system.partition;
  const auto shells_of = [&](int block) {
    std::vector<int> shells;
    for (int s = partition.first_shell(block); s < partition.last_shell(block); ++s)
      shells.insert(shells.end(), system.basis().shell(s).functions(), s);
    return shells;
  };
  WorstDeviation worst;
  std::int64_t& elements = worst.count[0];
  ownership.for_blocks(layout, world.rank(), [&](int i, int j, int row, int column) {
    const std::vector<int> row_shells = shells_of(i), column_shells = shells_of(j);
    for (std::size_t f = 0; f < row_shells.size(); ++f)
      for (std::size_t g = 0; g < column_shells.size(); ++g, ++elements) {
        const int a = row_shells[f], b = column_shells[g];
        const auto at = [&](int spin) {
          return panel(row + static_cast<int>(f), column + spin * layout.rows(j) + static_cast<int>(g));
        };
        const double one = at(0), other = at(system.spins - 1);
        const double excess =
            std::max({2 * std::abs(one + other) - screen.coulomb()(a, b), std::abs(one) - screen.exchange()(a, b),
                      std::abs(other) - screen.exchange()(a, b)});
        if (excess > 0 && worst.add(excess, 0.0))
          worst.set_place(fmt::format("D of shells {} and {} is larger than screening takes it for", a, b));
      }
  });
  worst = worst.over(world);
  return {"density that screening knows against D", worst.deviation(), 0.0,
          worst.deviation() <= 0.0 ? fmt::format("elements: {}", worst.count[0]) : worst.place()};
}

}  // namespace fockproxy
