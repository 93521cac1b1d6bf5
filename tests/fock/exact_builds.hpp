// Builds with exact sums, and their expected result: all tasks one after the other, without communication.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "digestion/integral_choice.hpp"
#include "fixed_system.hpp"
#include "fock/fock_bound.hpp"
#include "fock/fock_builder.hpp"
#include "matrices/whole_panels.hpp"
#include "packed.hpp"
#include "progress/progress_strategy.hpp"
#include "verified.hpp"

namespace fockproxy::testing {

// `sum` is exact or exact-wide.
inline FockConfig exact(double threshold, const char* sum = "exact") {
  FockConfig config{.integrals = {.threshold = threshold}, .verification = {.least_seconds = 0.01}};
  config.blocks.sum = sum;
  return config;
}

struct NoProgress final : ProgressStrategy {
  void start() override {}
  void stop() override {}
};

// Each rank computes all tasks alone, one after the other, into a whole matrix: no cache, no message, no other rank.
struct Oracle {
  Oracle(const FixedSystem& system, const std::string& grain, double threshold, const char* sum = "exact") {
    const FockConfig config = exact(threshold, sum);
    const FockSystem fock_system = system.fock_system(grain);
    const BlockLayout layout = fock_system.layout();
    const Matrix density = pack_spins(layout, system.density);
    const Ownership ownership(layout, world().size());
    PlanTables tables(world(), fock_system);
    const Matrix panel = panel_of(layout, ownership, density, world().rank());
    const BuildPlan plan(world(), fock_system, {ownership, panel}, tables, threshold, config);
    const FockGrid grid = fock_grid(fock_system, plan.screen(), *config.blocks.sum);
    words = grid.words();
    bound = grid.bound();
    const IntegralChoice integrals = choose_integrals(testing::runtime(), config.integrals);
    const auto digestor = make_digestor(integrals.source, fock_system, watchdog());

    struct Sum {
      std::vector<std::int64_t> integers;
      std::vector<double> sizes;
      std::int64_t contributions = 0;
    };
    std::map<std::array<int, 2>, Sum> sums;
    NoProgress idle;
    for (std::int64_t id = 0; id < plan.tasks(); ++id) {
      const Task task = plan.space().task(TaskId{id});
      std::array<Matrix, block_roles> d, f;
      TaskBlocks blocks;
      for (int role = 0; role < block_roles; ++role) {
        const auto [row, column] = block_pairs(task)[role];
        d[role] = block_of(layout, density, row, column);
        f[role] = Matrix::Zero(d[role].rows(), d[role].cols());
        blocks.density[role] = d[role].data();
        blocks.fock[role] = f[role].data();
      }
      digestor->digest(task, plan.screen(), blocks, idle);
      for (int role = 0; role < block_roles; ++role) {
        Sum& sum = sums[block_pairs(task)[role]];
        const auto n = static_cast<std::size_t>(f[role].size());
        sum.integers.resize(n * static_cast<std::size_t>(words));
        sum.sizes.resize(n);
        ++sum.contributions;
        EXPECT_TRUE(grid.add(f[role].data(), static_cast<int>(f[role].rows()), static_cast<int>(f[role].cols()),
                             sum.integers.data()));
        for (std::size_t e = 0; e < n; ++e) sum.sizes[e] += std::abs(f[role].data()[e]);
      }
    }
    Matrix packed = Matrix::Zero(layout.functions(), layout.matrix_columns());
    for (auto& [place, sum] : sums) {
      const auto [row, column] = place;
      const int columns = layout.columns(column);
      for (int r = 0; r < layout.rows(row); ++r)
        for (int c = 0; c < columns; ++c) {
          const auto at = static_cast<std::size_t>(words * r * columns + c);
          packed(layout.first_row(row) + r, layout.first_column(column) + c) =
              grid.hartree(sum.integers[at], words == 1 ? 0 : sum.integers[at + static_cast<std::size_t>(columns)]);
        }
      for (const double size : sum.sizes) largest_size = std::max(largest_size, size);
      most = std::max(most, sum.contributions);
    }
    for (Matrix& m : g = unpack_spins(layout, packed)) m = (0.5 * (m + m.transpose())).eval();
  }

  SpinMatrices g;
  double bound = 0, largest_size = 0;  // for an element; for the sum of the absolute values of its contributions
  std::int64_t most = 0;               // contributions to a block
  int words = 0;
};

// One build; `spoil` changes its backends.
inline FinishedBuild finished(const FixedSystem& system, const std::string& grain, const FockConfig& config,
                              const std::function<void(BuildBackends&)>& spoil = {}) {
  Watchdog watchdog(0, 0);
  const FockSystem fock_system = system.fock_system(grain);
  BuildBackends backends = make_backends(runtime(), fock_system.layout(), config);
  if (spoil) spoil(backends);
  FockBuilder builder({runtime(), watchdog}, fock_system, config, std::move(backends));
  return builder.build(dealt_out(system.density));
}

}  // namespace fockproxy::testing
