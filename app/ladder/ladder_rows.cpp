#include "app/ladder/ladder_rows.hpp"

#include <algorithm>

#include "blocks/block_checksums.hpp"

namespace fockproxy {
namespace {

FockConfig step_config(const LadderOptions& options, const LadderRow& row) {
  FockConfig config = with_step(*row.step, options.calculation.fock);
  if (row.step->on_device) config.integrals.source = options.device_steps;
  config.blocks.matrices.window = *parse_window_kind(row.window);
  config.dealing.idle_ranks = row.experiment_case == 2 ? options.idle_ranks : 0;
  return config;
}

// Collective.
double largest_difference(SpinDense a, const SpinDense& b) {
  for (std::size_t s = 0; s < a.size(); ++s) a[s] -= b[s];
  return largest_element(a);
}

// Speed-up over a step with the same window and Case; 0 if one of them has no time.
double speed_up(const std::vector<LadderRow>& rows, const LadderRow& row, int step) {
  for (const LadderRow& other : rows)
    if (step >= 0 && other.step == &ladder_steps()[static_cast<std::size_t>(step)] && other.window == row.window &&
        other.experiment_case == row.experiment_case && other.has_times() && row.has_times())
      return other.builds.wall() / row.builds.wall();
  return 0;
}

}  // namespace

std::vector<LadderRow> planned_rows(const LadderOptions& options) {
  std::vector<LadderRow> rows;
  for (const std::string& window : options.windows)
    for (const int c : options.cases)
      for (const LadderStep& step : ladder_steps()) {
        if (step.on_device && !options.on_device()) continue;
        LadderRow row;
        row.step = &step;
        row.experiment_case = c;
        row.window = window;
        rows.push_back(std::move(row));
      }
  return rows;
}

void run_rows(const Calculation& calculation, const LadderOptions& options, const SpinDense& density,
              std::vector<LadderRow>& rows) {
  const Communicator& world = calculation.context.world();
  calculation.context.watchdog.mark("ladder: making the steps ready");
  const FockSystem system =
      calculation.fock_system(make_partition(calculation.system.basis, Grain::parse(options.grain)));
  std::vector<std::unique_ptr<FockBuilder>> builders;
  for (LadderRow& row : rows) {
    builders.emplace_back();
    try {
      builders.back() = std::make_unique<FockBuilder>(calculation.context, system, step_config(options, row));
    } catch (const AgreedUsageError& error) {
      row.unsupported = error.what();
    }
  }
  SpinDense first;  // G of the first step that was built
  for (int round = 0; round < options.repeat; ++round)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      LadderRow& row = rows[i];
      if (!row.has_times()) continue;
      FinishedBuild finished = builders[i]->build(density);
      if (!finished.verified()) {
        row.fault = world.broadcast(finished.verification().first_failure());
        continue;
      }
      const FockBuild build = std::move(finished).result();
      if (first.empty()) first = build.g;
      row.checksum = BlockChecksums(system.layout(), options.calculation.fock.seed).total(build.g);
      row.deviation = std::max(row.deviation, largest_difference(build.g, first));
      if (world.is_root()) row.builds.add(build);
    }
  if (!world.is_root()) return;
  for (LadderRow& row : rows) {
    row.over_first = speed_up(rows, row, 0);
    row.over_base = speed_up(rows, row, row.step->base);
  }
}

}  // namespace fockproxy
